import { gzipSync } from 'node:zlib';
import table from '../../tables/nfse-codes.json' with { type: 'json' };
import type { TaxAuthority } from '../tax-authority.ts';
import { pack } from './document.ts';
import { isOfReception, receptionText, NfseRefusal } from './fault.ts';
import type { NfseCall, NfseReply } from './operation.ts';

/** Successes with something wrong in them, to test how clients read them. */
export const distortions = ['page', 'withoutKey', 'truncatedGzip', 'bomb', 'dtd', 'anotherNote'] as const;
type Distortion = (typeof distortions)[number];

/**
 * Refuses a call if a scenario has a code for it that is about the message as it arrived.
 *
 * @throws NfseRefusal
 */
export function refuseAtReception(call: NfseCall, authority: TaxAuthority): void {
  refuseChosen(call, authority, isOfReception);
}

/**
 * Refuses a call that is otherwise in order, if a scenario has any other code for it.
 *
 * @throws NfseRefusal
 */
export function refuseAsChosen(call: NfseCall, authority: TaxAuthority): void {
  refuseChosen(call, authority, (code) => !isOfReception(code));
}

/** How a scenario spoils the success of a call; undefined if none does. */
export function chosenDistortion({ subject }: NfseCall, { scenarios }: TaxAuthority): Distortion | undefined {
  const chosen = scenarios.take('nfse', subject, (effect) => 'answer' in effect);
  return chosen && 'answer' in chosen ? chosen.answer : undefined;
}

function refuseChosen({ subject }: NfseCall, { scenarios }: TaxAuthority, wanted: (code: string) => boolean): void {
  const chosen = scenarios.take('nfse', subject, (effect) => 'refuse' in effect && wanted(effect.refuse));
  if (!chosen || !('refuse' in chosen)) return;
  const { refuse: code, description = wordsOf(code) } = chosen;
  throw new NfseRefusal(400, [{ code, description }]);
}

const published: Readonly<Record<string, { message: string } | undefined>> = table.codes;

/** SEFIN's texts for faults of arrival differ from those of the annex. */
function wordsOf(code: string): string {
  return receptionText(code) ?? published[code]?.message ?? 'Rejeição escolhida.';
}

const bombBytes = 128 * 1024 * 1024;
const field = /XmlGZipB64$/;
/** A page of a proxy before the services, with the HTTP status of a success; its text is ours. */
const page =
  '<!DOCTYPE html><html><head><title>Manutenção</title></head><body><h1>Manutenção programada</h1></body></html>';

/** A success with one thing wrong: its form, its key, or the document in it. What is registered stays as it is. */
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
