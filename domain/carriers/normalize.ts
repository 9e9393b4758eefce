import { checkTexts } from '../check-texts.ts';
import { isEmail } from '../email.ts';
import type { Issue } from '../errors.ts';
import { type Fault, refuseAny } from '../faults.ts';
import { registrationFault } from '../state-registration.ts';
import { stateCodes } from '../states.ts';
import { plainTaxId, taxIdKind } from '../tax-id.ts';
import { cleanText, printedTextFault, type TextForm } from '../xml/clean-text.ts';
import { addressLine, type CarrierInput, type NormalCarrier } from './carrier-input.ts';

/** Bounds of texts in the note's `transporta` group (X06, X08, X09). */
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
    email: cleanText(input.email ?? '') || null,
    street: cleanText(input.street ?? '') || null,
    number: cleanText(input.number ?? '') || null,
    city: cleanText(input.city ?? '') || null,
    state: plainState(input.state),
  };
  const found = [
    ...[...checkName(carrier), ...faults, ...checkRegistrations(carrier)],
    ...[...checkEmail(carrier), ...checkPlace(carrier)],
  ];
  refuseAny(found.map((fault) => ({ ...fault, code: 'validation_error' })));
  return carrier;
}

/**
 * The changed carrier, validated as a whole: absent fields stay, null clears. When a document is sent, the document type is inferred again.
 *
 * @throws DomainError `validation_error`
 */
export function changedCarrier(kept: CarrierInput, sent: Partial<CarrierInput>): NormalCarrier {
  const inferred = sent.document === undefined ? {} : { documentType: null };
  return normalizeCarrier({ ...kept, ...inferred, ...sent });
}

function checkName({ name }: NormalCarrier): Issue[] {
  return checkLine(name, 'name', nameForm);
}

/** The authority refuses a state registration without the state that issued it (559). */
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

function checkEmail({ email }: NormalCarrier): Issue[] {
  if (email === null || isEmail(email)) return [];
  return [{ path: 'email', message: 'Não é um e-mail, como nome@empresa.com.br.' }];
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

/** A carrier's document without punctuation, and its type by form and check digits; with an empty document the type stays that of the input. */
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

/** A vehicle as a caller writes it (`VehicleCreation` of the contract), without the choice of the fleet's default. */
export type VehicleInput = {
  plate: string;
  state: string;
  rntc?: string | null | undefined;
  description?: string | null | undefined;
};

/** A vehicle in normal form. */
type NormalVehicle = {
  /** Letters and digits, at most 7. */
  plate: string;
  state: string;
  rntc: string | null;
  description: string | null;
};

/**
 * A vehicle in normal form, as the note's `veicTransp` group takes it.
 *
 * @throws DomainError `validation_error` with every fault in `issues`; `invalid_plate` when only the plate is wrong
 */
export function normalizeVehicle(input: VehicleInput): NormalVehicle {
  refuseAny(checkTexts(input));
  const state = plainState(input.state);
  const rntc = plainRegistration(input.rntc);
  refuseAny([
    ...[...checkPlateState(state), ...checkRntrc(rntc, 'rntc')].map((fault) => ({
      ...fault,
      code: 'validation_error' as const,
    })),
    ...checkPlate(input.plate, 'plate'),
  ]);
  return {
    plate: plainPlate(input.plate),
    state: state ?? '',
    rntc,
    description: cleanText(input.description ?? '') || null,
  };
}

function checkPlateState(state: string | null) {
  if (state !== null) return checkState(state);
  return [{ path: 'state', message: 'Informe a UF da placa.' }];
}

/** Old plates (also those of two or four letters that the layout still knows) and Mercosul ones. */
const forms = /^([A-Z]{2,3}[0-9]{4}|[A-Z]{3,4}[0-9]{3}|[A-Z]{3}[0-9][A-Z][0-9]{2})$/;

/** A plate in the form of the layout: without spaces, dots and dashes, in upper case (`abc-1d23` becomes `ABC1D23`). */
export function plainPlate(plate: string): string {
  return plate.replace(/[\s.\p{Pd}]/gu, '').replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** Whether a plate without punctuation has a form that vehicles have (TVeiculo, X19). */
export function isPlate(plain: string): boolean {
  return forms.test(plain);
}

/** Faults of a plate as a caller wrote it; a fleet and a document use the same code. */
export function checkPlate(written: string, path: string): Fault[] {
  if (isPlate(plainPlate(written))) return [];
  const message = `A placa tem o formato ABC1234 ou ABC1D23, com ou sem hífen. Veio ${written.slice(0, 20) || 'vazia'}.`;
  return [{ code: 'invalid_plate', path, message }];
}

/** A state's two letters in upper case; null where there are none. */
function plainState(text: string | null | undefined): string | null {
  return text?.trim().toUpperCase() || null;
}

/** Faults of the two letters of a state, if any. */
function checkState(state: string | null): Issue[] {
  if (state === null || stateCodes.has(state)) return [];
  return [{ path: 'state', message: `${state} não é a sigla de uma UF: use duas letras, como SP.` }];
}

/** A state registration or RNTRC without punctuation, in upper case; null where nothing is left. */
function plainRegistration(text: string | null | undefined): string | null {
  return (text ?? '').toUpperCase().replace(/[\s./\p{Pd}]/gu, '') || null;
}

/** Faults of an RNTRC. ANTT assigns eight digits, formerly with letters for the holder's category; the layout takes 20 characters (X21). */
function checkRntrc(plain: string | null, path: string): Issue[] {
  if (plain === null || /^[0-9A-Z]{1,20}$/.test(plain)) return [];
  return [{ path, message: 'O RNTRC (código da ANTT) tem até 20 letras e dígitos, como 12345678.' }];
}
