import { generateKeyPairSync } from 'node:crypto';
import { randomCNF } from '../access-key.ts';
import { seriesOf } from '../companies/settings.ts';
import type { ComputedNote } from '../documents/computed-note.ts';
import type { ComputedService } from '../documents/computed-service.ts';
import { buildNfe } from '../nfe/build-nfe.ts';
import type { NoteIdentity } from '../nfe/layout/ide.ts';
import { buildDps } from '../nfse/dps.ts';
import type { Signer } from '../xml/signature.ts';

/** How a rehearsed document is written: when, under which number, by which version of Lavra, with a signature that says nothing. */
export type RehearsalIdentity = Pick<NoteIdentity, 'hasSimplesGroup'> & {
  on: Date;
  number: number;
  version: string;
  signer: Signer;
};

/** A signer whom nobody trusts: the form of a signature is all that a rehearsal needs. */
export function rehearsalSigner(): Signer {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { key: privateKey, certificateBase64: Buffer.from('ensaio').toString('base64') };
}

/**
 * A note as it would be sent, without any secret of its company: the QR code is of the version that needs none, and the code of the program
 * stands for the company's own.
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
