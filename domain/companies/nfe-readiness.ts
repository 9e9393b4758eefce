import { fiscalDay } from '../fiscal-time.ts';
import { firstDayInWords, inForce } from '../law-calendar.ts';
import type { LawTables } from '../taxation/law-tables.ts';
import {
  expiredCertificateReason,
  noCertificateReason,
  noPermissionReason,
  noQuotaReason,
  noSettingsReason,
} from './issuing-means.ts';
import type { QuotaStanding } from './quota.ts';
import { costOfContradiction, costOfDoubt, isInRegister, regimeContradiction } from './receita-regime.ts';
import type { CompanySettings, Environment } from './settings.ts';

/** What keeps a company from issuing an NF-e through an office, or soon will, in the order in which it is shown. */
const nfeReadinessCodes = [
  'certificate_missing',
  'certificate_expired',
  'nfe_not_configured',
  'technical_responsible_missing',
  'state_registration_missing',
  'regime_contradicted',
  'regime_unconfirmed',
  'quota_exhausted',
  'office_issuing_not_allowed',
] as const;
export type NfeReadinessCode = (typeof nfeReadinessCodes)[number];

/** One thing to mend or to know about; the message says how. */
export type NfeReadinessIssue = { code: NfeReadinessCode; message: string };

/** What is known of a company before anything is issued. */
export type NfeReadinessFacts = {
  now: Date;
  taxId: string;
  environment: Environment;
  /** When its newest active certificate ends; null where it has none. */
  certificateEnds: Date | null;
  settings: CompanySettings | null;
  rates: LawTables;
  /** What its state requires about the maker of the software and the settings lack (`missingResponsible`). */
  missingResponsible: 'RESPONSIBLE' | 'CSRT' | null;
  /** The quota in production; null where the company has none. */
  quota: QuotaStanding | null;
  officeIssuingAllowed: boolean;
};

/** What keeps a company from issuing now (`issues`), and what limits it or will keep it from issuing (`warnings`), in the order of the codes. */
export function nfeReadinessOf(facts: NfeReadinessFacts): {
  issues: NfeReadinessIssue[];
  warnings: NfeReadinessIssue[];
} {
  const found = nfeReadinessCodes.flatMap((code) => {
    const finding = rules[code](facts);
    return finding === null ? [] : [{ code, ...finding }];
  });
  const told = (isWarning: boolean) =>
    found.flatMap(({ code, message, ...one }) => (one.isWarning === isWarning ? [{ code, message }] : []));
  return { issues: told(false), warnings: told(true) };
}

type Finding = { message: string; isWarning: boolean };
const kept = (message: string | null): Finding | null => (message === null ? null : { message, isWarning: false });
const warned = (message: string): Finding => ({ message, isWarning: true });

const rules: Record<NfeReadinessCode, (facts: NfeReadinessFacts) => Finding | null> = {
  certificate_missing: ({ certificateEnds }) => kept(noCertificateReason(certificateEnds)),
  certificate_expired: ({ certificateEnds, now }) => kept(expiredCertificateReason(certificateEnds, now)),
  nfe_not_configured: ({ settings }) => kept(settings ? null : noSettingsReason),
  technical_responsible_missing: responsible,
  state_registration_missing: registration,
  regime_contradicted: contradiction,
  regime_unconfirmed: unconfirmed,
  quota_exhausted: ({ quota }) => kept(noQuotaReason(quota)),
  office_issuing_not_allowed: ({ officeIssuingAllowed }) => kept(noPermissionReason(officeIssuingAllowed)),
};

function responsible({ settings, missingResponsible: missing }: NfeReadinessFacts): Finding | null {
  if (!settings || missing === null) return null;
  const { state } = settings.address;
  return kept(
    missing === 'RESPONSIBLE'
      ? `${state} exige o responsável técnico (rejeição 972). Informe-o com "lavra company set --technical-cnpj".`
      : `${state} exige o CSRT (rejeição 975). Registre-o com "lavra company csrt set".`,
  );
}

/** Rules 157 and 229, and those of NFC-e: an issuer with a CPF needs a state registration, one with a CNPJ need not have it. */
export const unregisteredPerson =
  'Quem emite NF-e ou NFC-e com CPF precisa da inscrição estadual de produtor rural (rejeição 157).';

/** An issuer without a state registration may issue NF-e of goods of its own from a day on, and none before it (NT 2026.007). */
function registration({ taxId, settings, environment, rates: { calendar }, now }: NfeReadinessFacts): Finding | null {
  if (!settings || settings.stateRegistration) return null;
  if (taxId.length === 11) return kept(`${unregisteredPerson} Informe-a com "lavra company set --state-registration".`);
  const date = fiscalDay(now, settings.address.state);
  const mend = 'Se a empresa tem inscrição estadual, informe-a com "lavra company set --state-registration".';
  if (inForce('NOTES_WITHOUT_STATE_REGISTRATION', { environment, date }, calendar)) {
    return warned(
      `Sem inscrição estadual a empresa emite só NF-e de bens próprios, sem ICMS, pela SEFAZ Virtual do RS. ${mend}`,
    );
  }
  const first = firstDayInWords('NOTES_WITHOUT_STATE_REGISTRATION', environment, calendar);
  return kept(
    `A empresa não tem inscrição estadual, e a SEFAZ só autoriza NF-e sem ela, de bens próprios, ${first}. ${mend}`,
  );
}

function contradiction({ taxId, settings, environment, rates: { calendar }, now }: NfeReadinessFacts): Finding | null {
  const found = settings && isInRegister(taxId) ? regimeContradiction(settings) : null;
  if (!settings || !found) return null;
  const date = fiscalDay(now, settings.address.state);
  const message =
    `${found} ${costOfContradiction(environment, date, calendar)} ` +
    'Corrija o que está errado com "lavra company set --tax-regime", ou --receita-regime.';
  return inForce('REGISTERS_OF_PARTIES', { environment, date }, calendar) ? kept(message) : warned(message);
}

function unconfirmed({ taxId, settings, environment, rates: { calendar }, now }: NfeReadinessFacts): Finding | null {
  if (!settings || settings.receitaRegime || !isInRegister(taxId)) return null;
  const date = fiscalDay(now, settings.address.state);
  return warned(
    `A empresa emite como ${settings.taxRegime}, e ninguém disse como ela está na Receita Federal. ` +
      `${costOfDoubt(environment, date, calendar)} Consulte o CNPJ e diga-o com "lavra company set --receita-regime".`,
  );
}
