import { Gauge, type Registry } from 'prom-client';
import { brasiliaDay } from '../domain/fiscal-time.ts';
import type { LawTables } from '../domain/taxation/law-tables.ts';
import { expiryOf } from '../domain/taxation/rates/expiry.ts';

/** Shows until when the rates of IBS and CBS are known, in the tables of this process. */
export function showRates(registry: Registry, rates: LawTables): void {
  new Gauge({
    name: 'lavra_rates_expiry_timestamp_seconds',
    help: 'From when rates of IBS and CBS are missing in the tables of this process.',
    registers: [registry],
    collect() {
      const { from } = expiryOf(rates, brasiliaDay(new Date()));
      this.set(Date.parse(`${from}T00:00:00-03:00`) / 1000);
    },
  });
}
