// The floor of converting many small files: each file of a folder is read, and as many bytes as are asked for are
// written to a file of the same name in another folder.
//
//   copies FROM TO BYTES
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

int main(int count, char **arguments) {
  if (count != 4) return 2;
  const std::string from = arguments[1], to = arguments[2];
  const std::vector<char> output(std::atoi(arguments[3]), ' ');
  std::vector<char> buffer(1 << 16);
  DIR *folder = opendir(from.c_str());
  if (!folder) return 1;
  while (dirent *entry = readdir(folder)) {
    if (entry->d_name[0] == '.') continue;
    const int input = open((from + "/" + entry->d_name).c_str(), O_RDONLY | O_CLOEXEC);
    if (input < 0) return 1;
    while (read(input, buffer.data(), buffer.size()) > 0) {
    }
    close(input);
    const int file = open((to + "/" + entry->d_name).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 || write(file, output.data(), output.size()) != ssize_t(output.size())) return 1;
    close(file);
  }
  closedir(folder);
}
