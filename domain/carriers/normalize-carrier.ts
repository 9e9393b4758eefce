import { checkTexts } from '../check-texts.ts';
import type { Issue } from '../errors.ts';
import { refuseAny } from '../faults.ts';
import { registrationFault } from '../state-registration.ts';
import { plainTaxId, taxIdKind } from '../tax-id.ts';
import { cleanText } from '../xml/clean-text.ts';
import { printedTextFault, type TextForm } from '../xml/printed-text.ts';
import type { CarrierInput, NormalCarrier } from './carrier-input.ts';
import { checkRntrc, checkState, plainRegistration, plainState } from './normal-forms.ts';
import { addressLine } from './snapshot.ts';

/** The lines of the note's `transporta` group (X06, X08, X09). */
const nameForm: TextForm = { least: 2, most: 60 };
const lineForm: TextForm = { least: 1, most: 60 };

/**
 * A carrier in normal form, within what the note's `transporta` group takes: document without punctuation and its type, texts cleaned,
 * registrations in letters and digits.
 *
 * @throws DomainError `validation_error` with every fault in `issues`
 */
export function normalizeCarrier(input: CarrierInput): NormalCarrier {
  refuseAny(checkTexts(input));
  const { document, documentType, faults } = carrierDocument(input);
  const carrier: NormalCarrier = {
    name: cleanText(input.name),
    document,
    documentType,
    stateRegistration: plainRegistration(input.stateRegistration),
    anttCode: plainRegistration(input.anttCode),
    street: cleanText(input.street ?? '') || null,
    number: cleanText(input.number ?? '') || null,
    city: cleanText(input.city ?? '') || null,
    state: plainState(input.state),
  };
  const found = [...checkName(carrier), ...faults, ...checkRegistrations(carrier), ...checkPlace(carrier)];
  refuseAny(found.map((fault) => ({ ...fault, code: 'validation_error' })));
  return carrier;
}

/**
 * The changed carrier, validated as a whole; what is absent stays, null clears. A document that is sent decides the document type again.
 *
 * @throws DomainError `validation_error`
 */
export function changeCarrier(kept: CarrierInput, sent: Partial<CarrierInput>): NormalCarrier {
  const inferred = sent.document === undefined ? {} : { documentType: null };
  return normalizeCarrier({ ...kept, ...inferred, ...sent });
}

function checkName({ name }: NormalCarrier): Issue[] {
  return checkLine(name, 'name', nameForm);
}

/** The authority refuses a state registration without the state that gave it (559). */
function checkRegistrations({ stateRegistration, anttCode, state }: NormalCarrier): Issue[] {
  const faults = checkRntrc(anttCode, 'anttCode');
  if (stateRegistration === null) return faults;
  if (!/^([0-9]{2,14}|ISENTO)$/.test(stateRegistration)) {
    const message = 'A inscrição estadual tem de 2 a 14 dígitos, ou é ISENTO.';
    return [...faults, { path: 'stateRegistration', message }];
  }
  if (!state)
    return [...faults, { path: 'state', message: 'Com a inscrição estadual, informe state, a UF que a deu.' }];
  const message = stateRegistration === 'ISENTO' ? null : registrationFault(stateRegistration, state);
  return message ? [...faults, { path: 'stateRegistration', message }] : faults;
}

function checkPlace(carrier: NormalCarrier): Issue[] {
  const { street, number, city, state } = carrier;
  const faults = [...checkLine(street, 'street'), ...checkLine(number, 'number'), ...checkLine(city, 'city')];
  const line = addressLine(carrier) ?? '';
  if (faults.length === 0 && line.length > lineForm.most) {
    const message = `Rua e número vão juntos à nota e passam de ${lineForm.most} caracteres (${line.length}): abrevie a rua.`;
    faults.push({ path: 'street', message });
  }
  return [...faults, ...checkState(state)];
}

function checkLine(text: string | null, path: string, form = lineForm): Issue[] {
  const message = text === null ? null : printedTextFault(text, form);
  return message ? [{ path, message }] : [];
}

type Identity = Pick<NormalCarrier, 'document' | 'documentType'> & { faults: Issue[] };

/** A carrier's document without punctuation, and its type by form and check digits; an empty document keeps the type that was sent. */
function carrierDocument({ document: written, documentType: said = null }: CarrierInput): Identity {
  const document = plainTaxId(written ?? '');
  if (document === '') return { document, documentType: said, faults: [] };
  const documentType = taxIdKind(document);
  return {
    document,
    documentType,
    faults: [...checkDocument(document, documentType), ...checkType(said, documentType)],
  };
}

function checkDocument(document: string, kind: Identity['documentType']): Issue[] {
  if (kind) return [];
  const what =
    document.length === 11 ? 'CPF' : document.length === 14 ? 'CNPJ' : 'CNPJ (14 posições) ou CPF (11 dígitos)';
  const message = `${shown(document)} não é um ${what} válido: confira os dígitos, ou deixe o campo vazio.`;
  return [{ path: 'document', message }];
}

function checkType(said: Identity['documentType'], kind: Identity['documentType']): Issue[] {
  if (!said || !kind || said === kind) return [];
  return [{ path: 'documentType', message: `O documento é um ${kind}, não um ${said}: acerte um dos dois.` }];
}

function shown(text: string): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}
