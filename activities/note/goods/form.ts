import { transmitOfflineBy } from '../../../domain/contingency/business-day.ts';
import { choose, type Form } from '../../../domain/contingency/choose.ts';
import type { IssuedInContingency } from '../../../domain/contingency-mode.ts';
import type { Document, IssuedForm } from '../../../domain/documents/document.entity.ts';
import { svcEmissionType, svcOf } from '../../../domain/sefaz/endpoints.ts';
import type { LawTables } from '../../../domain/taxation/law-tables.ts';
import type { Parts } from '../../parts.ts';
import type { IssuingInputs } from '../issuing-inputs.ts';
import { situationOf } from './situation.ts';

/** How the present attempt of a document of goods is to be issued now; null the normal way, and for services. */
export function formOf(
  document: Document,
  { issuer, contingency, kept }: IssuingInputs,
  { rates: tables, ...parts }: Pick<Parts, 'rates' | 'now'>,
): IssuedForm | null {
  const { type, environment } = document;
  if (type === 'NFSE' || !issuer || !contingency) return null;
  const now = parts.now();
  // What somebody holds keeps its form, its number and its key, whatever the service does meanwhile.
  const form = kept && keptForm(document, now);
  if (form) return form;
  const { settings } = issuer;
  const { state } = settings.address;
  const known = { type, environment, state, settings: settings.contingency, contingency, waitingSince: now };
  return issuedForm(document, choose(situationOf(known, { now, tables })), { state, tables });
}

/** The form with its term. */
export function issuedForm(
  { issueDateTime }: Document,
  form: Form,
  { state, tables }: { state: string; tables: LawTables },
): IssuedForm | null {
  switch (form.mode) {
    case 'NORMAL':
      return null;
    case 'OFFLINE':
      return { ...form, transmitBy: transmitOfflineBy(issueDateTime, state, tables) };
    // The term of an EPEC begins with its registration.
    case 'EPEC':
    case 'SVC':
      return { ...form, transmitBy: null };
  }
}

function keptForm(document: Document, now: Date): IssuedForm | null {
  const { contingencyMode: mode, contingencySince: since, contingencyReason, contingencyTransmitBy } = document;
  if (!mode || !since) return null;
  // An EPEC says the same of its note as the note itself (467): only what it does not say is entered anew.
  const isEnteredAnew = mode === 'OFFLINE' && isTooOld(since, now);
  const reason = contingencyReason ?? '';
  return { mode, since: isEnteredAnew ? now : since, reason, transmitBy: contingencyTransmitBy ?? null };
}

/** A dhCont of more than 30 days is refused (569): then the contingency is entered anew. */
const isTooOld = (since: Date, now: Date): boolean => now.getTime() - since.getTime() > 29 * 86_400_000;

/** The same as the layout takes it. */
export function inContingency(
  form: IssuedForm | null,
  { state, environment }: { state: string; environment: Document['environment'] },
): IssuedInContingency | null {
  if (!form) return null;
  const { since, reason, mode } = form;
  switch (mode) {
    case 'OFFLINE':
      return { emissionType: '9', since, reason };
    case 'EPEC':
      return { emissionType: '4', since, reason };
    case 'SVC':
      return { emissionType: svcEmissionType(svcOf(state, environment)), since, reason };
  }
}
