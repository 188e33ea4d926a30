// A C target needs a source file; this one shows that the header stands by itself.
#include "strokemill_plugin.h"
