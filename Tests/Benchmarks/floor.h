// What both floors do with libxml2 and with numbers: SAX events over bytes in memory, from_chars for each number,
// three decimals out.
#pragma once
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

inline std::vector<double> numbers;

/// Reads the numbers of a text; anything else is passed over.
inline void readNumbers(const char *p, const char *end) {
  while (p < end) {
    if ((*p < '0' || *p > '9') && *p != '-' && *p != '.') {
      p++;
      continue;
    }
    double value;
    auto result = std::from_chars(p, end, value);
    if (result.ec != std::errc()) {
      p++;
      continue;
    }
    numbers.push_back(value);
    p = result.ptr;
  }
}

/// The bytes of a file.
inline bool readFile(const char *path, std::string &bytes) {
  FILE *file = fopen(path, "rb");
  if (!file) return false;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  bytes.assign(size, 0);
  bool good = fread(&bytes[0], 1, size, file) == (size_t)size;
  fclose(file);
  return good;
}

inline bool writeFile(const char *path, const char *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  if (!file) return false;
  bool good = fwrite(bytes, 1, size, file) == size;
  return fclose(file) == 0 && good;
}

inline void parse(const std::string &bytes, startElementNsSAX2Func startElement) {
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = startElement;
  xmlParserCtxt *parser = xmlCreateMemoryParserCtxt(bytes.data(), bytes.size());
  memcpy(parser->sax, &handler, sizeof handler);
  xmlCtxtUseOptions(parser, XML_PARSE_HUGE | XML_PARSE_NONET);
  xmlParseDocument(parser);
  xmlFreeParserCtxt(parser);
}

/// The numbers as text.
inline std::string written() {
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
  output.resize(q - &output[0]);
  return output;
}
