/** What stands in place of what is not written down. */
export const mask = '•••';

/** Whatever is called so opens something. */
const secret = /secret|token|password|senha|pfx|private|authorization|credential|signature|^(?:key|apiKey|csc)$/i;

/** Whatever is called so is of a person, or may be. */
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

/** `supplierName`, `receiverDocument`: whose it is, and what. */
const personalEnd =
  /(?:client|recipient|buyer|supplier|receiver|contact|person|driver|carrier|issuer|payer|holder|intermediary|provider|taker)(?:name|document|taxId|email|phone)$/i;

/** What tells that an object is about somebody: its name is hers then, and its number that of her house. */
const markers = ['document', 'cpf', 'taxId', 'email', 'phone', 'street', 'zipCode', 'stateRegistration'];
const ofSomebody = new Set(['name', 'tradeName', 'number']);

/** Bounded, so that a long text takes no longer than its length. */
const patterns: readonly RegExp[] = [
  /[^\s"'<>@,;]{1,64}@[^\s"'<>@,;]{1,255}\.[^\s"'<>@,;]{1,63}/g,
  // A CPF with or without its dots, and what may be the number of a telephone.
  /(?<![\w.-])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?![\w-])/g,
  /\(\d{2}\)\s?\d{4,5}-?\d{4}/g,
  /\b(?:ck|ok|lk)_[\w-]+/g,
  /\bwhsec_[\w-]+/g,
  // The end of a link that opens by itself.
  /(?<=https?:\/\/[^\s"]{0,300}\/)[\w-]{24,}(?=["\s?]|$)/g,
];

/** A text without what looks like an address, a CPF, a telephone, a key or a link's secret. */
export function maskedText(text: string): string {
  return patterns.reduce((masked, pattern) => masked.replaceAll(pattern, mask), text);
}

/**
 * What a caller sent or got, with secrets and data of people masked: by the names of fields, and in every other text by what it looks like. What
 * it is about stays: numbers, values, taxes, codes, states.
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

/** An object in such a place is about somebody. */
function hers(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? masked(value, true) : hidden(value);
}

/** Nothing hidden says nothing: what is not there stays not there. Of lists and objects the shape stays. */
function hidden(value: unknown): unknown {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(hidden);
  if (typeof value !== 'object') return mask;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hidden(inner)]));
}

/** What a query may be asked by and tell nothing of anybody. */
const plainQuery =
  /^(?:page|pageSize|limit|cursor|status|type|environment|sort|order|month|year|model|series|number|days|externalId|.*(?:Date|Since|From|To|After|Before|At))$/;

/** The target of a request with its query masked: whatever is not known to be harmless. */
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

/** The beginning of a body as it is kept: JSON, masked; null where it is no JSON, which cannot be masked. */
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
