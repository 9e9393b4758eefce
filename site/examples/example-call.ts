/** A text with variables of the shell; a string part is sent as it is. */
export type Template = (string | { name: string })[];

/** The request of an example that a page shows with curl. */
export type ExampleCall = {
  method: string;
  url: Template;
  headers: [name: string, value: Template][];
  /** JSON as it is on the page. */
  body: string | null;
  /** Whether the response is saved to a file. */
  isDownload: boolean;
};

/** The request of a shell example; null where it is not a single curl command in the form that our pages use. */
export function exampleCallOf(block: string): ExampleCall | null {
  const words = wordsOf(block.trim());
  if (words === null || textOf(words[0]) !== 'curl') return null;
  const call: ExampleCall = { method: '', url: [], headers: [], body: null, isDownload: false };
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? [];
    const flag = textOf(word);
    if (flag === '-s') continue;
    if (flag === '-sOJ' || flag === '-OJ') call.isDownload = true;
    else if (flag === '-X' || flag === '-H' || flag === '-d') {
      at += 1;
      if (!take(call, flag, words[at] ?? [])) return null;
    } else if (flag?.startsWith('-') || call.url.length > 0) return null;
    else call.url = word;
  }
  if (call.url.length === 0) return null;
  return { ...call, method: call.method || (call.body === null ? 'GET' : 'POST') };
}

function take(call: ExampleCall, flag: '-X' | '-H' | '-d', value: Template): boolean {
  const text = textOf(value);
  if (flag === '-H') {
    const [first = '', ...rest] = value;
    const [, name, begin = ''] = typeof first === 'string' ? (/^([\w-]+): ?(.*)$/s.exec(first) ?? []) : [];
    if (name === undefined) return false;
    call.headers.push([name, begin === '' ? rest : [begin, ...rest]]);
    return true;
  }
  if (text === null) return false;
  if (flag === '-X') call.method = text;
  else call.body = text;
  return flag === '-X' || isJson(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The text of a word without variables; null for a word with some. */
function textOf(word: Template | undefined): string | null {
  if (word === undefined) return null;
  return word.every((part) => typeof part === 'string') ? word.join('') : null;
}

/** The pieces of a word: in single quotes, in double quotes, or unquoted; and space, for which a continued line counts, too. */
const pieces = /'([^']*)'|"((?:[^"\\$]|\$\w+)*)"|((?:[^\s'"|;&<>()`#\\$]|\$\w+)+)|(\s|\\\n)+/gy;

/** The words of a command; null for anything more than one command. */
function wordsOf(command: string): Template[] | null {
  const words: Template[] = [[]];
  let end = 0;
  for (const piece of command.matchAll(pieces)) {
    const [all, single, double, bare] = piece;
    end = piece.index + all.length;
    if (single !== undefined) words.at(-1)?.push(single);
    else if (double !== undefined || bare !== undefined) words.at(-1)?.push(...templateOf(double ?? bare ?? ''));
    else words.push([]);
  }
  return end === command.length ? words.filter((word) => word.length > 0) : null;
}

function templateOf(text: string): Template {
  return text
    .split(/(\$\w+)/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('$') ? { name: part.slice(1) } : part));
}
