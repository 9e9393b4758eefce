import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { faultsInBooks } from '../support/checks/books.ts';
import { openServed, type Served } from '../support/servers/served.ts';
import type { Erp } from '../support/clients/erp.ts';
import { untilSettled } from '../support/checks/until-settled.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { couponSale, shopIn } from '../support/clients/till.ts';
import { until } from '../support/checks/until.ts';

/** Number of the company's tills. Each has a series, and so a lane of transmission, in which a coupon waits. */
const lanes = 60;

let served: Served;
let large: { company: Company; erp: Erp };
let small: { company: Company; erp: Erp };
beforeAll(async () => {
  served = await openServed();
  large = await served.openCompany(shopIn('SP', cnpjOf(42_000_001)));
  small = await served.openCompany(shopIn('SP', cnpjOf(42_000_002)));
});
afterAll(() => served?.close());

test(`the sale of one company does not wait for the ${lanes} lanes of another one`, async () => {
  const { authority, orm } = served;
  const em = acrossCompanies(orm);
  await authority.control('PUT', '/lines/SP', { line: 'REFUSED' });
  for (let till = 1; till <= lanes; till += 1) {
    await em.execute(
      `update company set settings = jsonb_set(settings, '{series,65}', to_jsonb(?::int)) where id = ?`,
      [till, large.company.id],
    );
    await large.erp.insist(couponSale);
    await until('the coupon is out', async () => {
      const out = await em.fork().count(Document, { company: large.company.id, contingencyMode: 'OFFLINE' });
      return out === till;
    });
  }
  await authority.control('PUT', '/scenario', { service: 'NfeAutorizacao', latencyMs: 1_000 });
  await authority.control('DELETE', '/lines');
  await until('the lanes are under way', async () => (await authorized(large.company)) > 0);

  const { id } = await small.erp.insist(couponSale);
  await until(
    'the sale is authorized',
    async () => (await em.fork().findOneOrFail(Document, { id })).status === 'AUTHORIZED',
  );
  expect(await authorized(large.company)).toBeLessThan(lanes);

  await authority.control('DELETE', '/scenario');
  await untilSettled(served, [large, small]);
  expect(await faultsInBooks(served, [large.company, small.company])).toEqual([]);
});

function authorized({ id }: Company): Promise<number> {
  return acrossCompanies(served.orm).count(Document, { company: id, status: 'AUTHORIZED' });
}
