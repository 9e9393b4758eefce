import { buildAccessKey, parseAccessKey, randomCNF } from '../domain/access-key.ts';
import type { Environment } from '../domain/companies/settings.ts';
import type { Authority, HttpAnswer, Message, Obstacle } from '../domain/conversation/authority.ts';
import type { OpenProgress } from '../domain/conversation/wait-of.ts';
import { fiscalDay } from '../domain/fiscal-time.ts';
import { dpsId } from '../domain/nfse/dps.ts';
import { type KeyAnswer, readRetConsSitNFe } from '../domain/sefaz/answers.ts';
import { authorizerOfKey, sefaz, sefazMessage } from '../domain/sefaz/authority.ts';
import { consSitNFe } from '../domain/sefaz/messages.ts';
import { obstacleOf as obstacleOfSefaz } from '../domain/sefaz/outcomes.ts';
import { cancellationCodesOf } from '../domain/received/arrival.ts';
import {
  type NfseAtAuthority,
  readDpsAnswer,
  readEventAnswer,
  readNfseAnswer,
  type SefinRefusal,
} from '../domain/sefin/answers.ts';
import { question, sefin } from '../domain/sefin/authority.ts';
import { decidingRefusal, found, notFound, obstacleOf as obstacleOfSefin } from '../domain/sefin/outcomes.ts';
import { stateCode } from '../domain/states.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import { closeCall, openCall } from './conversation/calls.ts';
import { exchange } from './conversation/exchange.ts';
import { noAnswerProgress, obstacleProgress } from './conversation/waits.ts';
import type { Parts } from './parts.ts';

/** The company and series whose numbers are asked about. */
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

/** What the authority has under a number. `accessKey` is null where it does not name the key. */
export type NoteAtAuthority = {
  accessKey: string | null;
  cStat: string;
  protocol: string | null;
  digestValue: string | null;
};

/** Thrown where the authority did not say what it has; the message is the reason, in Portuguese. */
export class HoldingsUnknown extends Error {
  /** What has to be waited for before the question is asked again; null where the authority answered, and would answer the same again. */
  readonly wait: OpenProgress | null;

  constructor(reason: string, wait: OpenProgress | null) {
    super(reason);
    this.wait = wait;
  }
}

/** Whether the authority answered without saying what it has, and would answer the same again. */
export function isUndecidable(error: unknown): error is HoldingsUnknown {
  return error instanceof HoldingsUnknown && error.wait === null;
}

/** Codes by which the SEFAZ says that the number is used by a key with another code, of another month, or of another form of issue. */
const otherKey: readonly string[] = ['562', '561', '613'];
const unknownKey = '217';

/** What the authority has under a number. @returns null where it has nothing @throws HoldingsUnknown */
export function askForNumber(parts: Parts, of: SeriesOwner, number: number): Promise<NoteAtAuthority | null> {
  return of.model === 'NFSE' ? askForDps(parts, of, number) : askForNote(parts, { ...of, model: of.model }, number);
}

/**
 * What the authority has under a number of a note of goods. The question names a key of our own making: where the SEFAZ has a note with that number
 * under another key, it refuses ours and names that one (562, 561, 613).
 */
async function askForNote(
  parts: Parts,
  of: SeriesOwner & { model: '55' | '65' },
  number: number,
): Promise<NoteAtAuthority | null> {
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
  return askForKey(parts, of, guessed);
}

/**
 * What the authority has under the number of an access key: the note of that key, or of the other key that the authority names.
 *
 * @returns null where it has nothing
 * @throws HoldingsUnknown
 */
export async function askForKey(parts: Parts, of: SeriesOwner, asked: string): Promise<NoteAtAuthority | null> {
  const answer = await askKey(parts, of, asked);
  if (answer.cStat === unknownKey) return null;
  if (!otherKey.includes(answer.cStat)) return heldBy(parts, answer, asked);
  const accessKey = /\b\d{6}[0-9A-Z]{12}\d{26}\b/.exec(answer.xMotivo)?.[0] ?? null;
  if (accessKey === null || accessKey === asked || parseAccessKey(accessKey).number !== parseAccessKey(asked).number) {
    return { accessKey: null, cStat: answer.cStat, protocol: null, digestValue: null };
  }
  return heldBy(parts, await askKey(parts, of, accessKey), accessKey);
}

function heldBy(parts: Parts, { cStat, xMotivo, protocol }: KeyAnswer, accessKey: string): NoteAtAuthority {
  if (!protocol) {
    const words = `A SEFAZ não disse o que tem: ${cStat} ${xMotivo}`;
    throw new HoldingsUnknown(words, waitAfter(sefaz, obstacleOfSefaz(cStat), words, parts.now()));
  }
  return { accessKey, cStat, protocol: protocol.nProt ?? null, digestValue: protocol.digVal ?? null };
}

const waitAfter = (authority: Authority, obstacle: Obstacle | null, words: string, now: Date): OpenProgress | null =>
  obstacle && obstacleProgress(authority, obstacle, { words, asking: words, now });

/** What the authority has under a number of NFS-e, asked by the Id of the DPS, which series and number make. */
async function askForDps(parts: Parts, of: SeriesOwner, number: number): Promise<NoteAtAuthority | null> {
  const { environment, municipalityCode, taxId, series } = of;
  const id = dpsId({ municipalityCode, taxId, series, number });
  const asked = { service: 'DpsConsulta', path: `/dps/${id}`, read: told(readDpsAnswer) } as const;
  const made = await ask(parts, of, { authority: sefin, subject: id, message: question(environment, asked) });
  if (made.kind === 'notFound') return null;
  if (made.kind === 'refused') throw untold(parts, 'A SEFIN Nacional não disse o que a DPS gerou', made);
  const note = await askForNfse(parts, of, made.accessKey);
  if (!note) throw new HoldingsUnknown(`A SEFIN Nacional não mostra a NFS-e ${made.accessKey}.`, null);
  return note;
}

/** What the authority has under the key of an NFS-e. @returns null where it has nothing @throws HoldingsUnknown */
export async function askForNfse(parts: Parts, of: SeriesOwner, accessKey: string): Promise<NoteAtAuthority | null> {
  const note = await nfseOf(parts, of, accessKey);
  return note && { accessKey, cStat: note.facts.cStat, protocol: null, digestValue: note.facts.dps.digestValue };
}

/** An NFS-e itself, as the authority has it. @returns null where it has none @throws HoldingsUnknown */
export async function fetchNfse(
  parts: Parts,
  of: SeriesOwner,
  accessKey: string,
): Promise<{ nfseXml: string; cStat: string } | null> {
  const note = await nfseOf(parts, of, accessKey);
  return note && { nfseXml: note.nfseXml, cStat: note.facts.cStat };
}

async function nfseOf(parts: Parts, of: SeriesOwner, accessKey: string): Promise<NfseAtAuthority | null> {
  const path = `/nfse/${accessKey}`;
  const message = question(of.environment, { service: 'NfseConsulta', path, read: told(readNfseAnswer) });
  const note = await ask(parts, of, { authority: sefin, subject: accessKey, message });
  if (note.kind === 'refused') throw untold(parts, `A SEFIN Nacional não mostra a NFS-e ${accessKey}`, note);
  return note.kind === 'notFound' ? null : note;
}

/** The event that cancelled an NFS-e at the authority; `code` is the six digits of its type. */
export type NfseCancellation = { code: string; eventXml: string };

/**
 * The event by which an NFS-e was cancelled at the authority, by its issuer or by its municipality; null where it has none. Where one of these
 * questions gets neither yes nor no, the others are asked all the same: each may find the cancellation.
 *
 * @param paced waits before each question
 * @throws HoldingsUnknown
 */
export async function askForCancellation(
  parts: Parts,
  of: SeriesOwner,
  accessKey: string,
  paced: () => Promise<void>,
): Promise<NfseCancellation | null> {
  let unclear: HoldingsUnknown | null = null;
  for (const code of cancellationCodesOf('NFSE')) {
    await paced();
    const path = `/nfse/${accessKey}/eventos/${code}/1`;
    const message = question(of.environment, { service: 'NfseEventoConsulta', path, read: told(readEventAnswer) });
    const event = await ask(parts, of, { authority: sefin, subject: accessKey, message });
    if (event.kind === 'found') return { code, eventXml: event.eventXml };
    if (event.kind !== 'refused') continue;
    const unknown = untold(parts, `A SEFIN Nacional não disse se a NFS-e ${accessKey} vale`, event);
    if (unknown.wait !== null) throw unknown;
    unclear ??= unknown;
  }
  if (unclear !== null) throw unclear;
  return null;
}

function untold(parts: Parts, doing: string, { errors }: SefinRefusal): HoldingsUnknown {
  const { cStat, xMotivo } = decidingRefusal(errors);
  const words = `${doing}: ${cStat} ${xMotivo}`;
  return new HoldingsUnknown(words, waitAfter(sefin, obstacleOfSefin(cStat), words, parts.now()));
}

/** Gives an answer without a code one: the word that the record of calls has in place of a code. */
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
  const { service, authorityService } = message;
  const opened = await openCall(em, authority, { speaker, environment, subject, service, authorityService });
  const said = await exchange(parts, { authority, subject, identity, message, opened });
  if (said.kind !== 'answer') {
    const wait = noAnswerProgress(authority, said);
    throw new HoldingsUnknown(wait.reason, wait);
  }
  await closeCall(acrossCompanies(parts.orm), said.call.id, { cStat: said.answer.cStat, answer: said.raw });
  return said.answer;
}
