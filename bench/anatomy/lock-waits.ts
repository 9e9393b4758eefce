/** How often somebody waited for one kind of lock, and how long in all. */
export type LockWaits = { count: number; ms: number };

const acquired = /process (\d+) acquired (\w+) on (.+?) after ([\d.]+) ms/;
const inRelation = /CONTEXT: .* in relation "(\w+)"/;

/** Collects waits for locks from the lines of PostgreSQL's log (`log_lock_waits`), by the kind of lock. */
export function lockWaits() {
  let waits = new Map<string, LockWaits>();
  let last: { what: string; ms: number } | null = null;
  const count = (what: string, ms: number): void => {
    const known = waits.get(what) ?? { count: 0, ms: 0 };
    waits.set(what, { count: known.count + 1, ms: known.ms + ms });
  };
  return {
    onLine: (line: string): void => {
      const wait = acquired.exec(line);
      if (wait) {
        flush();
        last = { what: `${wait[2]} on ${(wait[3] ?? '').replaceAll(/[\d(),]+/g, '').trim()}`, ms: Number(wait[4]) };
      }
      const relation = last && inRelation.exec(line)?.[1];
      if (last && relation) {
        last.what = `a row of ${relation}`;
        flush();
      }
    },
    /** The waits since the last call. */
    take(): Map<string, LockWaits> {
      flush();
      const taken = waits;
      waits = new Map();
      return taken;
    },
  };

  function flush(): void {
    if (last) count(last.what, last.ms);
    last = null;
  }
}
