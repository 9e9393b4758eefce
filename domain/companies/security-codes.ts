import { DomainError, type Issue } from '../errors.ts';
import type { SealedBox } from '../seal.ts';

/** The security code (CSC) that a state's tax authority gives a taxpayer for the QR code of NFC-e, one per environment. */
export type Csc = {
  /** idCSC: up to six digits, without leading zeros. */
  id: string;
  token: string;
};

/**
 * Reads a CSC as people copy it from the state's site: surrounding spaces, and zeros before its id, are dropped.
 *
 * @throws {DomainError} `validation_error` with one issue per field
 */
export function readCsc(written: Csc): Csc {
  const id = written.id.trim().replace(/^0+(?=\d)/, '');
  const token = written.token.trim();
  const issues: Issue[] = [];
  if (!/^[1-9]\d{0,5}$/.test(id)) {
    issues.push({ path: 'id', message: 'deve ter de 1 a 6 dígitos e não ser zero, como 000001' });
  }
  // Manual do DANFE NFC-e e QR Code v6.0: 16 to 36 bytes.
  if (!/^[!-~]{16,36}$/.test(token))
    issues.push({ path: 'token', message: 'deve ter de 16 a 36 caracteres, sem espaços' });
  if (issues.length > 0) throw new DomainError('validation_error', 'O CSC não tem a forma esperada.', { issues });
  return { id, token };
}

/** The security code (CSRT) that a state's tax authority gives whoever is responsible for the software, one per environment (NT 2018.005). */
export type Csrt = {
  /** idCSRT: two digits. */
  id: string;
  code: string;
};

/** A CSRT as a company's settings keep it: only the code is sealed. */
export type SealedCsrt = { id: string; sealed: SealedBox };

/**
 * Reads a CSRT as people copy it from the state's site.
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
