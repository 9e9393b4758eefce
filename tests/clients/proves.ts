import { expect, test } from 'vitest';
import { proofsIn } from '../support/checks/proofs.ts';
import { missingProgram } from './generated.ts';

const proofs = proofsIn('tests/clients/proven.json');

/** Its name among the proofs, the files from which it follows, and the commands that ask each needed program for its version. */
export type Proof = { name: string; files: string[]; needs: string[][] };

/** A test that takes minutes, unless it is proven of the files as they are, or a program is missing on this machine. */
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
