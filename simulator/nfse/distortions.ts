import { gzipSync } from 'node:zlib';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Distortion } from './distortion-names.ts';
import type { NfseCall, NfseReply } from './operation.ts';
import { pack } from './packed.ts';

const bombBytes = 128 * 1024 * 1024;
const field = /XmlGZipB64$/;
/** A page of whatever stands before the services, which calls itself a success; its words are ours. */
const page =
  '<!DOCTYPE html><html><head><title>Manutenção</title></head><body><h1>Manutenção programada</h1></body></html>';

/** A success with one thing wrong: its form, its key, or the document that it carries. What was registered stays as it is. */
export async function distorted(
  reply: NfseReply,
  how: Distortion,
  call: NfseCall,
  authority: TaxAuthority,
): Promise<NfseReply> {
  const { body } = reply;
  if (reply.status >= 300 || typeof body !== 'object' || body === null) return reply;
  if (how === 'page') return { ...reply, status: 200, body: page };
  const entries = Object.entries(body);
  if (how === 'withoutKey')
    return { ...reply, body: Object.fromEntries(entries.filter(([name]) => name !== 'chaveAcesso')) };
  const document = await replacement(how, reply, call, authority);
  const replaced = entries.map(
    ([name, value]: [string, unknown]) => [name, field.test(name) ? document(String(value)) : value] as const,
  );
  return { ...reply, body: Object.fromEntries(replaced) };
}

async function replacement(
  how: Exclude<Distortion, 'page' | 'withoutKey'>,
  reply: NfseReply,
  call: NfseCall,
  authority: TaxAuthority,
): Promise<(packed: string) => string> {
  switch (how) {
    case 'truncatedGzip':
      return (packed) => Buffer.from(packed, 'base64').subarray(0, 100).toString('base64');
    case 'bomb':
      return () => gzipSync(Buffer.alloc(bombBytes, ' ')).toString('base64');
    case 'dtd':
      return () => pack('<?xml version="1.0"?><!DOCTYPE NFSe [<!ENTITY e "e">]><NFSe>&e;</NFSe>');
    case 'anotherNote': {
      const xml = await otherNote(reply, call, authority);
      return () => pack(xml);
    }
  }
}

async function otherNote({ chNFSe }: NfseReply, call: NfseCall, { nfse: { register } }: TaxAuthority): Promise<string> {
  const own = chNFSe ?? call.parameters['chave'];
  const other = register.notes().find((note) => note.environment === call.environment && note.chNFSe !== own);
  if (!other) throw new Error('anotherNote: no other note is registered');
  return register.xmlOf(other);
}
