/** A mail as a person sees it, and its headers by their names in lower case. */
export type ReadMail = { headers: Map<string, string[]>; subject: string; text: string; html: string };

/** Opens a mail as Lavra sends it: an `.eml` file, one text and its twin in HTML (RFC 5322, 2045 to 2047). */
export function readMail(eml: Buffer | string): ReadMail {
  const { headers, body } = partOf(eml.toString('latin1'));
  const boundary = /boundary="?([^";]+)"?/.exec(one(headers, 'content-type'))?.[1];
  if (boundary === undefined) throw new TypeError('a mail without parts');
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.replace(/^\r?\n/, '')));
  const contentOf = (type: string): string => {
    const part = parts.find((each) => one(each.headers, 'content-type').startsWith(type));
    if (!part) throw new TypeError(`a mail without ${type}`);
    return decoded(part.body, one(part.headers, 'content-transfer-encoding'))
      .toString('utf8')
      .replaceAll('\r\n', '\n')
      .trimEnd();
  };
  const subject = words(one(headers, 'subject'));
  return { headers, subject, text: contentOf('text/plain'), html: contentOf('text/html') };
}

type Part = { headers: Map<string, string[]>; body: string };

function partOf(text: string): Part {
  const [head = '', ...rest] = text.split(/\r?\n\r?\n/);
  const headers = new Map<string, string[]>();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([!-9;-~]+):\s*(.*)$/.exec(line) ?? [];
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  return { headers, body: rest.join('\r\n\r\n') };
}

function one(headers: Map<string, string[]>, name: string): string {
  return headers.get(name)?.[0] ?? '';
}

function decoded(body: string, encoding: string): Buffer {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64');
    case 'quoted-printable':
      return unquoted(body.replace(/=\r?\n/g, ''));
    default:
      return Buffer.from(body, 'latin1');
  }
}

function unquoted(text: string): Buffer {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
}

/** `=?UTF-8?Q?Cont=C3=A1bil?=` → `Contábil`; two words that stand beside each other are one text. */
function words(value: string): string {
  return value
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
      (kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : unquoted(text.replaceAll('_', ' '))).toString('utf8'),
    );
}
