"""Converts drawings with Strokemill on Apache Spark.

    spark-submit convert.py drawings/ converted/ -- -p preset:pencil --to eps
    spark-submit convert.py drawings.parquet converted.parquet -- -p preset:pencil

A folder of files becomes a folder of files with the same names but for the format's extension. A Parquet table with the
columns `id` and `data` (text), or `id` and `content` (bytes), becomes a table with the columns `id`, `format`, `data`
(`content` where it isn't text), `error` and `findings`: one row for each of its rows, whether it could be converted or
not.

What stands behind `--` goes to `strokemill stream`. One process of it runs in every task: a task that is lost with its
machine is done again elsewhere, and gives the same bytes there.
"""

import argparse
import base64
import json
import os
import shlex
import sys
import tempfile

from pyspark.sql import Row, SparkSession

RESULT = "id string, format string, data string, content binary, error string, findings string"


def arguments():
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(
        description="Convert drawings with Strokemill on Apache Spark.",
        epilog="What stands behind '--' goes to 'strokemill stream'.",
    )
    parser.add_argument("input", help="a folder, or a Parquet table (*.parquet)")
    parser.add_argument("output", help="the same kind: a folder, or a table")
    parser.add_argument("--tool", default="strokemill", help="the program, as every worker finds it")
    parser.add_argument("--parts", type=int, help="in how many tasks; as Spark likes when it isn't said")
    result = parser.parse_args(words[:end])
    result.options = words[end + 1 :]
    if is_table(result.input) != is_table(result.output):
        parser.error("input and output are both folders, or both tables (*.parquet)")
    return result


def is_table(path):
    return path.rstrip("/").endswith(".parquet")


def records(spark, options):
    """The lines for `strokemill stream`, and how often each id is there."""
    if is_table(options.input):
        table = spark.read.parquet(options.input)
        if "id" not in table.columns or not {"data", "content"} & set(table.columns):
            sys.exit(f"{options.input}: needs the columns 'id' and 'data' or 'content', has {table.columns}")
        column = "data" if "data" in table.columns else "content"
        rows = table.select(table.id.cast("string"), column).rdd.map(tuple)
    else:
        root = os.path.abspath(options.input)
        files = spark.read.format("binaryFile").option("recursiveFileLookup", True).load(root)
        # Spark writes the path as an address, with the letters of the name as they are.
        begin = len("file:" + root.rstrip("/") + "/")
        rows = files.select("path", "content").rdd.map(lambda row: (row.path[begin:], row.content))
    if options.parts:
        rows = rows.repartition(options.parts)
    return rows.map(line)


def line(row):
    identity, content = row
    if isinstance(content, str):
        return json.dumps({"id": identity, "data": content})
    return json.dumps({"id": identity, "base64": base64.b64encode(content or b"").decode("ascii")})


def command(options):
    """The command of a task; as many tasks run on a machine as it has processors.

    `stream` exits with 1 when it had to answer a record with an error: those are rows of the result. Anything else, a
    signal for instance, means that answers are missing: the task fails, and Spark does it again.
    """
    stream = shlex.join([options.tool, "stream", "--jobs=1", *options.options])
    return shlex.join(["sh", "-c", f"{stream} || [ $? -eq 1 ]"])


def result(answer):
    answer = json.loads(answer)
    outputs = answer.get("outputs") or ([answer] if "format" in answer else [])
    if len(outputs) > 1:
        raise ValueError("one --to, please: a row has one output")
    output = outputs[0] if outputs else {}
    content = base64.b64decode(output["base64"]) if "base64" in output else None
    text = lambda name: json.dumps(answer[name]) if name in answer else None
    return answer["id"], output.get("format"), output.get("data"), content, text("error"), text("findings")


def write_files(folder):
    """Writes the outputs of a part into a folder that all workers see; its rows then hold no data.

    A file gets its name when it's complete: a task that is lost leaves none half done, and the one that repeats it
    replaces a file by the same bytes.
    """

    def write(rows):
        for identity, format, data, content, error, findings in rows:
            if format:
                path = os.path.join(folder, os.path.splitext(identity)[0] + "." + format)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                handle, scratch = tempfile.mkstemp(prefix=".strokemill-", dir=os.path.dirname(path))
                with os.fdopen(handle, "wb") as file:
                    file.write(data.encode() if content is None else content)
                os.chmod(scratch, 0o644)
                os.replace(scratch, path)
            yield identity, format, None, None, error, findings

    return write


def main():
    options = arguments()
    spark = SparkSession.builder.appName("strokemill").getOrCreate()
    spark.sparkContext.setLogLevel("WARN")
    results = records(spark, options).pipe(command(options), checkCode=True).map(result)
    if is_table(options.output):
        spark.createDataFrame(results, RESULT).write.mode("errorifexists").parquet(options.output)
        rows = spark.read.parquet(options.output).select("id", "error")
    else:
        folder = os.path.abspath(options.output)
        os.makedirs(folder, exist_ok=True)
        rows = spark.createDataFrame(results.mapPartitions(write_files(folder)), RESULT)
        rows = rows.select("id", "error").cache()
    done = rows.count()
    failed = rows.where("error is not null").orderBy("id").collect()
    for row in failed:
        error = json.loads(row.error)
        place = "".join(f":{error[name]}" for name in ("line", "column") if name in error)
        print(f"{row.id}{place}: error: {error['message']} [{error['code']}]", file=sys.stderr)
    print(f"{done} drawings, {len(failed)} failed")
    spark.stop()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
