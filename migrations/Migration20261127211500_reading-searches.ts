import { Migration } from '@mikro-orm/migrations';

const searches = ['search_client', 'search_product', 'search_document', 'search_received_document', 'search_payable'];
const isReading = `current_setting('transaction_read_only') = 'on'`;
const columns = 'search_total (company_id, table_name, search, total, changes)';

/** What stands in each function of a search, and what takes its place: the same total is counted where it may not be kept. */
const changes: [was: string, is: string][] = [
  [
    `execute 'insert into ${columns}`,
    `execute case when ${isReading} then 'with ${columns} as (' else 'insert into ${columns}' end || '`,
  ],
  [`returning total'`, `returning total' end`],
  [
    `execute 'delete from search_total where ctid`,
    `execute case when ${isReading} then 'select $1, $2' else 'delete from search_total where ctid`,
  ],
  [`for update skip locked))'`, `for update skip locked))' end`],
];

/** A page that is opened changes nothing, not even what is kept of a search that finds much. */
export class Migration20261127211500_reading_searches extends Migration {
  override up(): void {
    this.rewrite('=', changes, [
      `'([|][|] )''(\\s+on conflict)'`,
      `'\\1case when ' || $r$${isReading}$r$ || ' then '') select total from search_total'' else ''\\2'`,
    ]);
  }

  /** @param missing `=` for functions that do not read yet, `>` for those that do; the others are left: a new database has them from `search.ts` */
  private rewrite(missing: '=' | '>', texts: [string, string][], [pattern, replacement]: [string, string]): void {
    this.addSql(`do $do$
      declare
        source text;
        changed text;
      begin
        for source in
          select pg_get_functiondef(oid) from pg_proc
          where pronamespace = 'public'::regnamespace and proname in (${searches.map((name) => `'${name}'`).join(', ')})
        loop
          continue when not strpos(source, 'transaction_read_only') ${missing} 0;
          changed := regexp_replace(source, ${pattern}, ${replacement});
          if changed = source then raise exception 'not as it was: %', left(source, 60); end if;
          ${texts
            .map(
              ([
                was,
                is,
              ]) => `if strpos(changed, $w$${was}$w$) = 0 then raise exception 'not as it was: %', left(source, 60); end if;
          changed := replace(changed, $w$${was}$w$, $w$${is}$w$);`,
            )
            .join('\n          ')}
          execute changed;
        end loop;
      end
    $do$;`);
  }

  override down(): void {
    this.rewrite(
      '>',
      changes.map(([was, is]): [string, string] => [is, was]),
      [
        `'case when [^'']*''transaction_read_only''[^'']*''on'' then ''\\) select total from search_total'' else '''`,
        `''''`,
      ],
    );
  }
}
