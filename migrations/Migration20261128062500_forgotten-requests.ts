import { Migration } from '@mikro-orm/migrations';

/** What an operator's program asked for with an `Idempotency-Key` is forgotten after a month. */
export class Migration20261128062500_forgottenRequests extends Migration {
  override up(): void {
    this.addSql(`create index "operator_request_created_at_index" on "operator_request" ("created_at");`);
    this.addSql(`create function "forget_operator_requests"(at_most int) returns int
      language sql volatile security definer set search_path = public, pg_temp
      as $$
        with old as (
          select key_id, idempotency_key from operator_request where created_at < now() - interval '30 days'
          order by created_at limit at_most
        ), gone as (
          delete from operator_request request using old
          where request.key_id = old.key_id and request.idempotency_key = old.idempotency_key returning request.key_id
        )
        select count(*)::int from gone
      $$;`);
    this.addSql(`revoke execute on function "forget_operator_requests"(int) from public;`);
    this.addSql(`grant execute on function "forget_operator_requests"(int) to "lavra_worker";`);
  }

  override down(): void {
    this.addSql(`drop function "forget_operator_requests"(int);`);
    this.addSql(`drop index "operator_request_created_at_index";`);
  }
}
