/**
 * `sql` with bigint parameters that take their type from the statement.
 *
 * The driver declares every bigint as `int8`, which cannot hold amounts above 2^63 - 1, although a u64 can.
 * Written as a
 * decimal string its type is left to Postgres: `numeric` in a numeric column's place, and still `int8` beside
 * an int8 column, so
 * that its index serves. If the position has no type of its own, add one: `${amountAtomic}::numeric`.
 */
export function withBigintParameters<T extends object>(sql: T): T {
  return new Proxy(sql, {
    apply(target, self, [first, ...rest]: unknown[]) {
      const tagged = Array.isArray(first) && 'raw' in first;
      const args = tagged ? [first, ...rest.map(asParameter)] : [asRows(first), ...rest];
      return Reflect.apply(target as unknown as (...args: unknown[]) => unknown, self, args);
    },
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      if (key !== 'begin' && key !== 'savepoint') return value;
      const start = value as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) =>
        start(...args.map((arg) => (typeof arg === 'function' ? inTransaction(arg) : arg)));
    },
  });
}

function inTransaction(run: Function): (tx: object) => unknown {
  return (tx) => run(withBigintParameters(tx));
}

/** The argument of `sql(...)`: a row, rows, tuples, or names, which stay unchanged. */
function asRows(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asRows);
  if (typeof value === 'bigint') return value.toString();
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, asParameter(field)]));
}

function asParameter(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return Array.isArray(value) && typeof value[0] === 'bigint' ? value.map(String) : value;
}

/** Parameters, fragments and dates are instances of classes; a row is not. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
