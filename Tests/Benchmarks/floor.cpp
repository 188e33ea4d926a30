// The floor for SVG in, SVG out: what any program has to do that reads a polyline file with libxml2 and writes
// its points. libxml2's SAX interface over the bytes, from_chars for each number, three decimals out; one
// thread, file read and output written included. Nothing is kept but the numbers.
//
//   floor IN OUT
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

static std::vector<double> numbers;

static void startElement(void *, const xmlChar *, const xmlChar *, const xmlChar *, int,
                         const xmlChar **, int count, int, const xmlChar **attributes) {
  for (int i = 0; i < count; i++) {
    if (strcmp((const char *)attributes[i * 5], "points")) continue;
    const char *p = (const char *)attributes[i * 5 + 3], *end = (const char *)attributes[i * 5 + 4];
    while (p < end) {
      while (p < end && (*p == ' ' || *p == ',' || *p == '\n')) p++;
      if (p >= end) break;
      double value;
      auto result = std::from_chars(p, end, value);
      if (result.ec != std::errc()) break;
      numbers.push_back(value);
      p = result.ptr;
    }
  }
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  FILE *file = fopen(arguments[1], "rb");
  if (!file) return 1;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  std::string bytes(size, 0);
  if (fread(&bytes[0], 1, size, file) != (size_t)size) return 1;
  fclose(file);

  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = startElement;
  xmlParserCtxt *parser = xmlCreateMemoryParserCtxt(bytes.data(), size);
  memcpy(parser->sax, &handler, sizeof handler);
  xmlCtxtUseOptions(parser, XML_PARSE_HUGE | XML_PARSE_NONET);
  xmlParseDocument(parser);
  xmlFreeParserCtxt(parser);

  std::string output(numbers.size() * 24 + 64, 0);
  char *q = &output[0];
  for (size_t i = 0; i < numbers.size(); i++) {
    double value = numbers[i] * 0.5;
    long long thousandths = (long long)(value < 0 ? value * 1000 - 0.5 : value * 1000 + 0.5);
    if (thousandths < 0) {
      *q++ = '-';
      thousandths = -thousandths;
    }
    q = std::to_chars(q, q + 24, thousandths / 1000).ptr;
    int rest = thousandths % 1000;
    if (rest) {
      *q++ = '.';
      *q++ = '0' + rest / 100;
      if (rest % 100) {
        *q++ = '0' + rest / 10 % 10;
        if (rest % 10) *q++ = '0' + rest % 10;
      }
    }
    *q++ = i & 1 ? ' ' : ',';
  }
  file = fopen(arguments[2], "wb");
  if (!file) return 1;
  fwrite(&output[0], 1, q - &output[0], file);
  fclose(file);
}
