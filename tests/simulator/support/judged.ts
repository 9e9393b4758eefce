import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { code, send } from './client.ts';
import type { NoteOptions } from './note.ts';
import { lot, signedNote } from './note.ts';
import type { Started } from './start.ts';
import { start } from './start.ts';

export type Edits = NonNullable<NoteOptions['edits']>;

/** A company of São Paulo before its authority: each note it sends has a number of its own. */
export type Applicant = {
  started: Started;
  certificate: A1Certificate;
  answerTo(edits: Edits, options?: NoteOptions): Promise<number>;
};

export async function applicant(): Promise<Applicant> {
  const started = await start();
  const certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
  let number = 0;
  return {
    started,
    certificate,
    async answerTo(edits, options = {}) {
      number += 1;
      const note = signedNote(certificate, { number, edits, ...options });
      return code(await send(started.simulator, { service: 'NfeAutorizacao', message: lot([note]), certificate }));
    },
  };
}
