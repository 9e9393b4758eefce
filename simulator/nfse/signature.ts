import type { TaxIdentity } from '../certificates/tax-identity.ts';
import type { Trust } from '../certificates/trust.ts';
import { canonicalization } from '../xml/canonical.ts';
import { child } from '../xml/element.ts';
import type { SignatureForm } from '../xml/signature.ts';
import { namespace, verifySignature } from '../xml/signature.ts';
import type { Packed } from './packed.ts';
import { receptionFault } from './reception-faults.ts';
import { Refused } from './refused.ts';

/** The schema does not fix algorithms. The real SEFIN took the first of each; clients send the second, too. */
const form: SignatureForm = {
  canonicalization: Object.values(canonicalization),
  signature: {
    [`${namespace}rsa-sha1`]: 'RSA-SHA1',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'RSA-SHA256',
  },
  digest: { [`${namespace}sha1`]: 'sha1', 'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256' },
};

const outOfForce = [291, 293];
const nonsense = [297, 298];

/**
 * Judges the signature of a DPS or of a request of an event by the certificate in it.
 *
 * @returns whom it names.
 * @throws Refused with E0714 to E0717.
 */
export function signerOf(
  { source, root }: Packed,
  signed: 'infDPS' | 'infPedReg',
  trust: Trust,
  at: Date,
): TaxIdentity {
  const signature = child(root, 'Signature');
  const content = child(root, signed);
  if (!signature || !content) throw new Refused(400, [receptionFault('E0717')]);
  const verdict = verifySignature({ source, content, signature }, trust, at, form);
  if (!('cStat' in verdict)) return verdict.signer;
  if (nonsense.includes(verdict.cStat)) throw new Refused(400, [receptionFault('E0714')]);
  throw new Refused(400, [receptionFault(outOfForce.includes(verdict.cStat) ? 'E0715' : 'E0716')]);
}

/** Whether a certificate may speak for a CNPJ (the same root) or a CPF (the same person). */
export function speaksFor(holder: string, taxId: string): boolean {
  return taxId.length === 14 && holder.length === 14 ? holder.slice(0, 8) === taxId.slice(0, 8) : holder === taxId;
}
