/** The text in place of a masked value. */
export const mask = '•••';

/** Names of fields whose values are secrets. */
const secret = /secret|token|password|senha|pfx|private|authorization|credential|signature|^(?:key|apiKey|csc)$/i;

/** Names of fields whose values are, or may be, personal data. */
const personal = new Set([
  ...[
    'email',
    'emails',
    'phone',
    'cpf',
    'document',
    'taxId',
    'taxIds',
    'recipientTaxId',
    'rntrc',
    'plate',
    'image',
    'content',
  ],
  ...['street', 'complement', 'neighborhood', 'zipCode', 'latitude', 'longitude', 'search', 'url'],
  ...['stateRegistration', 'municipalRegistration', 'suframa', 'suframaRegistration', 'justification'],
  ...['additionalInfo', 'notes', 'correction', 'text', 'serviceDescription', 'responseBody'],
]);

/** Ends of names that say of whom and what: `supplierName`, `receiverDocument`. */
const personalEnd =
  /(?:client|recipient|buyer|supplier|receiver|contact|person|driver|carrier|issuer|payer|holder|intermediary|provider|taker)(?:name|document|taxId|email|phone)$/i;

/** Fields that tell that an object is about somebody: then its `name` is a person's, and its `number` that of a house. */
const markers = ['document', 'cpf', 'taxId', 'email', 'phone', 'street', 'zipCode', 'stateRegistration'];
const ofSomebody = new Set(['name', 'tradeName', 'number']);

/** Repetitions are bounded, so that a text is searched in linear time. */
const patterns: readonly RegExp[] = [
  /[^\s"'<>@,;]{1,64}@[^\s"'<>@,;]{1,255}\.[^\s"'<>@,;]{1,63}/g,
  // a CPF with or without its dots, and telephone numbers
  /(?<![\w.-])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?![\w-])/g,
  /\(\d{2}\)\s?\d{4,5}-?\d{4}/g,
  /\b(?:ck|ok|lk)_[\w-]+/g,
  /\bwhsec_[\w-]+/g,
  // the token at the end of a link
  /(?<=https?:\/\/[^\s"]{0,300}\/)[\w-]{24,}(?=["\s?]|$)/g,
];

/** A text with e-mail addresses, CPFs, telephone numbers, keys and tokens of links masked. */
export function maskedText(text: string): string {
  return patterns.reduce((masked, pattern) => masked.replaceAll(pattern, mask), text);
}

/**
 * A body with secrets and personal data masked: by the names of its fields, and in all other texts by their form. What the call is about stays:
 * numbers, values, taxes, codes, states.
 */
export function masked(value: unknown, isOfSomebody = false): unknown {
  if (typeof value === 'string') return maskedText(value);
  if (Array.isArray(value)) return value.map((each) => masked(each, isOfSomebody));
  if (typeof value !== 'object' || value === null) return value;
  const marked = isOfSomebody || markers.some((marker) => Object.hasOwn(value, marker));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (secret.test(name)) return [name, hidden(inner)];
      const isHers = personal.has(name) || personalEnd.test(name) || (marked && ofSomebody.has(name));
      return [name, isHers ? hers(inner) : masked(inner)];
    }),
  );
}

/** Masks personal data; of an object it keeps what is not about the person. */
function hers(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? masked(value, true) : hidden(value);
}

/** Masks every value but booleans. Empty values stay empty, and lists and objects keep their shape. */
function hidden(value: unknown): unknown {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(hidden);
  if (typeof value !== 'object') return mask;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hidden(inner)]));
}

/** Query parameters whose values say nothing about a person. */
const plainQuery =
  /^(?:page|pageSize|limit|cursor|status|type|environment|sort|order|month|year|model|series|number|days|externalId|.*(?:Date|Since|From|To|After|Before|At))$/;

/** The target of a request, in which all query parameters are masked that are not known to be harmless. */
export function maskedPath(target: string): string {
  const [path = '', query] = target.split(/\?(.*)/s);
  if (query === undefined || query === '') return path;
  const parts = [...new URLSearchParams(query)].map(([name, value]) =>
    plainQuery.test(name)
      ? `${encodeURIComponent(name)}=${encodeURIComponent(maskedText(value))}`
      : `${encodeURIComponent(name)}=${mask}`,
  );
  return `${path}?${parts.join('&')}`;
}

const longest = 16 * 1024;

/** The beginning of a body, masked; null where it is not JSON, because only JSON can be masked. */
export function keptBody(json: string | Buffer): string | null {
  let value: unknown;
  try {
    value = JSON.parse(json.toString());
  } catch {
    return null;
  }
  const text = JSON.stringify(masked(value));
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
