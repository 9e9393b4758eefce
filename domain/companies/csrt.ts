import { DomainError, type Issue } from '../errors.ts';
import type { SealedBox } from '../seal.ts';

/** The security code of who is responsible for the software, which a state's tax authority gives out by environment (NT 2018.005). */
export type Csrt = {
  /** idCSRT: two digits. */
  id: string;
  code: string;
};

/** A CSRT as a company's settings keep it: the code alone is sealed. */
export type SealedCsrt = { id: string; sealed: SealedBox };

/**
 * A CSRT as people copy it from the state's site.
 *
 * @throws {DomainError} `validation_error` with one issue per field
 */
export function readCsrt(written: Csrt): Csrt {
  const id = written.id.trim().padStart(2, '0');
  const code = written.code.trim();
  const issues: Issue[] = [];
  if (!/^\d{2}$/.test(id)) issues.push({ path: 'id', message: 'deve ter até 2 dígitos, como 01' });
  // NT 2018.005: 16 to 36 bytes.
  if (!/^[!-~]{16,36}$/.test(code)) {
    issues.push({ path: 'code', message: 'deve ter de 16 a 36 caracteres, sem espaços' });
  }
  if (issues.length > 0) throw new DomainError('validation_error', 'O CSRT não tem a forma esperada.', { issues });
  return { id, code };
}
