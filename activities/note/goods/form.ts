import { transmitOfflineBy } from '../../../domain/contingency/business-day.ts';
import { choose, type Form } from '../../../domain/contingency/choose.ts';
import type { IssuedInContingency } from '../../../domain/contingency/mode.ts';
import type { Document, IssuedForm } from '../../../domain/documents/document.entity.ts';
import { svcEmissionType, svcOf } from '../../../domain/sefaz/endpoints.ts';
import type { RateTables } from '../../../domain/taxation/rate-tables.ts';
import type { Parts } from '../../parts.ts';
import type { IssuingInputs } from '../issuing-inputs.ts';
import { situationOf } from './situation.ts';

/** How the present attempt of a document of goods is to be issued now; null the normal way, and for services. */
export function formOf(
  document: Document,
  { issuer, contingency, kept }: IssuingInputs,
  { rates, ...parts }: Pick<Parts, 'rates' | 'now'>,
): IssuedForm | null {
  const now = parts.now();
  const { type, environment } = document;
  if (type === 'NFSE' || !issuer || !contingency) return null;
  const { settings } = issuer;
  // What the customer holds keeps its form, its number and its key, whatever the service does meanwhile.
  const form = kept ? keptForm(document, now) : null;
  const chosen =
    form ??
    choose(
      situationOf(
        {
          type,
          environment,
          state: settings.address.state,
          settings: settings.contingency,
          contingency,
          // A note that waits for its turn has not been sent yet: its patience counts from its first message.
          waitingSince: now,
        },
        { now, tables: rates },
      ),
    );
  return issuedForm(document, chosen, { state: settings.address.state, tables: rates });
}

/** The form with its term. */
export function issuedForm(
  { issueDateTime }: Document,
  form: Form,
  { state, tables }: { state: string; tables: RateTables },
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

function keptForm({ contingencyMode: mode, contingencySince, contingencyReason }: Document, now: Date): Form | null {
  if (mode !== 'OFFLINE' || !contingencySince) return null;
  const reason = contingencyReason ?? '';
  return { mode, since: isTooOld(contingencySince, now) ? now : contingencySince, reason };
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
