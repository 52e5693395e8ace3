"""What a data set of levels holds: rows, errors, and the mean of every metric by what varies."""

import sys

import pyarrow.dataset as ds


def main(folder: str) -> None:
    data = ds.dataset(folder, format="parquet", exclude_invalid_files=True)
    table = data.to_table([name for name in data.schema.names if name != "map"])
    varied = [name for name in table.column_names if name.startswith("spec_")]
    metrics = [
        name for name in table.column_names if name not in ("index", "seed", "error") and name not in varied
    ]
    print(f"{table.num_rows} levels, {table.num_rows - table['error'].null_count} errors")
    means = table.group_by(varied).aggregate([(name, "mean") for name in metrics]).sort_by(varied[0])
    for row in means.to_pylist():
        print(", ".join(f"{name.removeprefix('spec_')} {row[name]}" for name in varied))
        for name in metrics:
            value = row[f"{name}_mean"]
            print(f"    {name:<28} {'-' if value is None else format(value, '.3f')}")


if __name__ == "__main__":
    main(*sys.argv[1:])
