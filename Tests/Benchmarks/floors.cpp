// The floor for many small SVG files in one process: each is parsed with libxml2's SAX interface, the numbers of all
// its attributes are read and written with three decimals, and as many bytes as it has are put into a file.
//
//   floors FOLDER IN…
#include "floor.h"

static void startElement(void *, const xmlChar *, const xmlChar *, const xmlChar *, int,
                         const xmlChar **, int count, int, const xmlChar **attributes) {
  for (int i = 0; i < count; i++)
    readNumbers((const char *)attributes[i * 5 + 3], (const char *)attributes[i * 5 + 4]);
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  std::string folder = arguments[1], bytes;
  for (int i = 2; i < count; i++) {
    if (!readFile(arguments[i], bytes)) return 1;
    numbers.clear();
    parse(bytes, startElement);
    std::string output = written();
    output.resize(bytes.size(), ' ');
    if (!writeFile((folder + "/" + std::to_string(i) + ".txt").c_str(), output.data(), output.size())) return 1;
  }
}
