// The floor for SVG in, SVG out: what any program has to do that reads a polyline file with libxml2 and writes
// its points. libxml2's SAX interface over the bytes, from_chars for each number, three decimals out; one
// thread, file read and output written included. Nothing is kept but the numbers.
//
//   floor IN OUT
#include "floor.h"

static void startElement(void *, const xmlChar *, const xmlChar *, const xmlChar *, int,
                         const xmlChar **, int count, int, const xmlChar **attributes) {
  for (int i = 0; i < count; i++) {
    if (strcmp((const char *)attributes[i * 5], "points")) continue;
    readNumbers((const char *)attributes[i * 5 + 3], (const char *)attributes[i * 5 + 4]);
  }
}

int main(int count, char **arguments) {
  std::string bytes;
  if (count != 3 || !readFile(arguments[1], bytes)) return 2;
  parse(bytes, startElement);
  std::string output = written();
  return writeFile(arguments[2], output.data(), output.size()) ? 0 : 1;
}
