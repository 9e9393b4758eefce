import { generateKeyPairSync } from 'node:crypto';
import { randomCNF } from '../access-key.ts';
import { seriesOf } from '../companies/settings.ts';
import type { ComputedNote } from '../documents/computed-note.ts';
import type { ComputedService } from '../documents/computed-service.ts';
import { buildNfe } from '../nfe/build-nfe.ts';
import type { NoteIdentity } from '../nfe/layout/ide.ts';
import { buildDps } from '../nfse/dps.ts';
import type { Signer } from '../xml/signature.ts';

/** Values for the XML of a rehearsed document: day, number, version of Lavra, and a signer that nobody trusts. */
export type RehearsalIdentity = Pick<NoteIdentity, 'hasSimplesGroup'> & {
  on: Date;
  number: number;
  version: string;
  signer: Signer;
};

/** Makes a signer with a certificate of nobody: a rehearsal only needs the form of a signature. */
export function rehearsalSigner(): Signer {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { key: privateKey, certificateBase64: Buffer.from('ensaio').toString('base64') };
}

/**
 * A note as it would be sent, without secrets of the company: it has the version of the QR code that needs no CSC, and a placeholder where the
 * responsible's code (CSRT) would go.
 */
export function rehearsedNote(
  note: ComputedNote,
  { on, number, version, signer, ...schemas }: RehearsalIdentity,
): string {
  const { issuer } = note;
  const { environment } = issuer;
  const settings = { ...issuer.settings, nfce: { qrCodeVersion: '3' as const } };
  const series = seriesOf(settings, note.model === '65' ? 'NFCE' : 'NFE') ?? 1;
  const identity = { series, number, cNF: randomCNF(number), issuedAt: on, environment, version, ...schemas };
  const sealed = settings.technicalResponsible?.csrt?.[environment];
  const csrt = sealed ? { id: sealed.id, code: 'ENSAIO' } : null;
  return buildNfe({ ...note, issuer: { ...issuer, settings } }, identity, { signer, csc: null, csrt }).xml;
}

/** The DPS of a service as it would be sent. */
export function rehearsedDps(service: ComputedService, { on, number, version, signer }: RehearsalIdentity): string {
  const { environment, settings } = service.issuer;
  const series = seriesOf(settings, 'NFSE') ?? 1;
  return buildDps(service, { series, number, issuedAt: on, environment, version }, signer).xml;
}
