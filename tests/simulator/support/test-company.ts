import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { code, send } from './client.ts';
import { control } from './control.ts';
import type { Authorized } from './events.ts';
import { authorize } from './events.ts';
import type { NoteOptions } from './note.ts';
import { lot, signedNote } from './note.ts';
import type { Started } from './start.ts';
import { start } from './start.ts';

export type Edits = NonNullable<NoteOptions['edits']>;

/** The date of its notes and of the authority's clock, fixed because rates and rules depend on dates. */
export const today = new Date('2026-11-21T12:00:00-03:00');

/** A company of São Paulo and its authority, on that day; each note that it sends has a number of its own. */
export type TestCompany = {
  started: Started;
  certificate: A1Certificate;
  answerTo(edits: Edits, options?: NoteOptions): Promise<number>;
  /** Authorizes an ordinary note of the company. */
  authorized(number: number): Promise<Authorized>;
};

export async function applicant(): Promise<TestCompany> {
  const started = await start();
  await control(started.simulator, 'PUT', '/clock', { now: today.toISOString() });
  const order = { taxId: '11222333000181', notBefore: '2026-01-01T00:00:00Z' };
  const certificate = await started.simulator.issueCertificate(order);
  let number = 0;
  return {
    started,
    certificate,
    async answerTo(edits, options = {}) {
      number += 1;
      const note = signedNote(certificate, { number, edits, issuedAt: today, ...options });
      return code(await send(started.simulator, { service: 'NfeAutorizacao', message: lot([note]), certificate }));
    },
    authorized: (number) => authorize(started, certificate, number, { issuedAt: today }),
  };
}
