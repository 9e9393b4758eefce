import { buildAccessKey, parseAccessKey, randomCNF } from '../../domain/access-key.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { Authority, HttpAnswer, Message } from '../../domain/conversation/authority.ts';
import { fiscalDay } from '../../domain/fiscal-time.ts';
import { dpsId } from '../../domain/nfse/dps.ts';
import { type KeyAnswer, readRetConsSitNFe } from '../../domain/sefaz/answers.ts';
import { authorizerOfKey, sefaz, sefazMessage } from '../../domain/sefaz/authority.ts';
import { consSitNFe } from '../../domain/sefaz/messages.ts';
import { readDpsAnswer, readNfseAnswer } from '../../domain/sefin/answers.ts';
import { question, sefin } from '../../domain/sefin/authority.ts';
import { found, notFound } from '../../domain/sefin/outcomes.ts';
import { stateCode } from '../../domain/states.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { closeCall, openCall } from '../conversation/calls.ts';
import { exchange } from '../conversation/exchange.ts';
import { capitalized } from '../../adapters/mutual-tls/fault-in-words.ts';
import type { Parts } from '../parts.ts';

/** Whose numbers are asked for. */
export type SeriesOwner = {
  companyId: string;
  taxId: string;
  state: string;
  isUnregistered: boolean;
  municipalityCode: string;
  certificateId: string;
  environment: Environment;
  model: '55' | '65' | 'NFSE';
  series: number;
};

/** What the authority has under a number. `accessKey` is null where it does not say by which key. */
export type AtAuthority = {
  accessKey: string | null;
  cStat: string;
  protocol: string | null;
  digestValue: string | null;
};

/** The authority did not say what it has: the sentence why, in Portuguese. */
export class HoldingsUnknown extends Error {}

/** The number is used by another key: of another code, of another month, in another form. */
const otherKey: readonly string[] = ['562', '561', '613'];
const unknownKey = '217';

/** What the authority has under a number. @returns null where it has nothing @throws HoldingsUnknown */
export function askForNumber(parts: Parts, of: SeriesOwner, number: number): Promise<AtAuthority | null> {
  return of.model === 'NFSE' ? askForDps(parts, of, number) : askForNote(parts, { ...of, model: of.model }, number);
}

/** By a key of our own making: the SEFAZ refuses one that differs from the one that it has, and tells that one (562, 561, 613). */
async function askForNote(
  parts: Parts,
  of: SeriesOwner & { model: '55' | '65' },
  number: number,
): Promise<AtAuthority | null> {
  const guessed = buildAccessKey({
    stateCode: stateCode(of.state),
    yearMonth: fiscalDay(parts.now(), of.state).slice(2, 7).replace('-', ''),
    taxId: of.taxId,
    model: of.model,
    series: of.series,
    number,
    emissionType: '1',
    cNF: randomCNF(number),
  });
  const answer = await askKey(parts, of, guessed);
  if (answer.cStat === unknownKey) return null;
  if (!otherKey.includes(answer.cStat)) return heldBy(answer, guessed);
  const accessKey = /\b\d{6}[0-9A-Z]{12}\d{26}\b/.exec(answer.xMotivo)?.[0] ?? null;
  if (accessKey === null || accessKey === guessed || parseAccessKey(accessKey).number !== number) {
    return { accessKey: null, cStat: answer.cStat, protocol: null, digestValue: null };
  }
  return heldBy(await askKey(parts, of, accessKey), accessKey);
}

function heldBy({ cStat, xMotivo, protocol }: KeyAnswer, accessKey: string): AtAuthority {
  if (!protocol) throw new HoldingsUnknown(`A SEFAZ não disse o que tem: ${cStat} ${xMotivo}`);
  return { accessKey, cStat, protocol: protocol.nProt ?? null, digestValue: protocol.digVal ?? null };
}

/** By the Id of the DPS, which series and number make. */
async function askForDps(parts: Parts, of: SeriesOwner, number: number): Promise<AtAuthority | null> {
  const { environment, municipalityCode, taxId, series } = of;
  const id = dpsId({ municipalityCode, taxId, series, number });
  const asked = { service: 'DpsConsulta', path: `/dps/${id}`, read: told(readDpsAnswer) } as const;
  const made = await ask(parts, of, { authority: sefin, subject: id, message: question(environment, asked) });
  if (made.kind === 'notFound') return null;
  if (made.kind === 'refused') throw new HoldingsUnknown('A SEFIN Nacional não disse o que a DPS gerou.');
  const { accessKey } = made;
  const path = `/nfse/${accessKey}`;
  const message = question(environment, { service: 'NfseConsulta', path, read: told(readNfseAnswer) });
  const note = await ask(parts, of, { authority: sefin, subject: accessKey, message });
  if (note.kind !== 'found') throw new HoldingsUnknown(`A SEFIN Nacional não mostra a NFS-e ${accessKey}.`);
  return { accessKey, cStat: note.facts.cStat, protocol: null, digestValue: note.facts.dps.digestValue };
}

/** An answer without a code, with the words that the record of calls has in place of one. */
const told =
  <Answer extends { kind: string }>(read: (answer: HttpAnswer) => Answer) =>
  (answer: HttpAnswer): Answer & { cStat: string } => {
    const said = read(answer);
    return { ...said, cStat: said.kind === 'notFound' ? notFound : said.kind === 'found' ? found : said.kind };
  };

async function askKey(parts: Parts, of: SeriesOwner, chNFe: string): Promise<KeyAnswer> {
  const { environment } = of;
  const message = sefazMessage(authorizerOfKey(chNFe, environment, of), {
    service: 'NfeConsultaProtocolo',
    message: consSitNFe({ environment, chNFe }),
    read: readRetConsSitNFe,
  });
  return ask(parts, of, { authority: sefaz, subject: chNFe, message });
}

type Question<Answer> = { authority: Authority; subject: string; message: Message<Answer> };

async function ask<Answer extends { cStat: string }>(
  parts: Parts,
  { companyId, taxId, certificateId, environment }: SeriesOwner,
  { authority, subject, message }: Question<Answer>,
): Promise<Answer> {
  const em = acrossCompanies(parts.orm);
  const identity = await parts.identities.byId(em, certificateId);
  const speaker = { companyId, taxId, certificateId };
  const { service, judged } = message;
  const opened = await openCall(em, authority, { speaker, environment, subject, service, judged });
  const said = await exchange(parts, { authority, subject, identity, message, opened });
  if (said.kind === 'silence')
    throw new HoldingsUnknown(`${capitalized(authority.called.the)} pediu silêncio à empresa.`);
  if (said.kind !== 'answer') throw new HoldingsUnknown(said.reason);
  await closeCall(acrossCompanies(parts.orm), said.call.id, { cStat: said.answer.cStat, answer: said.raw });
  return said.answer;
}
