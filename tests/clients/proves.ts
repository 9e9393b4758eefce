import { expect, test } from 'vitest';
import { proofsIn } from '../support/checks/proofs.ts';
import { missingProgram } from './generated.ts';

const proofs = proofsIn('tests/clients/proven.json');

/** The name of a proof, the files that it depends on, and for each needed program the command that prints its version. */
export type Proof = { name: string; files: string[]; needs: string[][] };

/** Declares a test that takes minutes; it does not run again if these files are already proven, and is skipped if a program is missing. */
export function proves(title: string, { name, files, needs }: Proof, attempt: () => Promise<void>): void {
  const day = proofs.dayOf(name, files);
  if (day !== null) return test(`${title} (as proven on ${day})`, () => expect(proofs.dayOf(name, files)).toBe(day));
  const missing = missingProgram({ needs });
  if (missing) return test.skip(`${title} (not run: there is no ${missing} on this machine)`, () => {});
  test(title, async () => {
    await attempt();
    proofs.keep(name, files);
  });
}
