import { readFileSync } from 'node:fs';
import type { X509Certificate } from 'node:crypto';
import { certificatesIn } from '../../domain/companies/certificate-chain.ts';
import { Refused } from '../refused.ts';

/**
 * The certificates of a file of PEM.
 *
 * @throws Refused `unreadable_file`
 */
export function trustedIn(path: string): X509Certificate[] {
  const certificates = certificatesIn([read(path)]);
  if (certificates.length > 0) return certificates;
  throw new Refused('unreadable_file', `${path} não tem certificados em PEM.`);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Refused('unreadable_file', `Não foi possível ler ${path}.`, { cause });
  }
}
