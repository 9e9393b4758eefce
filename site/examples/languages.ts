import type { ExampleCall, Template } from './example-call.ts';

/** An example in one language: the title of its tab, the language for highlighting, and the code. */
export type Translation = { tab: string; language: string; code: string };

/** The request of an example in programming languages, with their standard libraries only. Variables come from the environment. */
export function translationsOf(call: ExampleCall): Translation[] {
  return [
    { tab: 'TypeScript', language: 'ts', code: typescript(call) },
    { tab: 'Python', language: 'python', code: python(call) },
    { tab: 'Java', language: 'java', code: java(call) },
    { tab: 'PHP', language: 'php', code: php(call) },
    { tab: 'C#', language: 'csharp', code: csharp(call) },
  ];
}

function typescript(call: ExampleCall): string {
  const { method, url, headers, body } = call;
  const text = interpolated({
    plain: (said) => `'${said}'`,
    mixed: (said) => `\`${said}\``,
    variable: (name) => `\${${name}}`,
  });
  return lines(
    call.isDownload && `import { writeFile } from 'node:fs/promises';\n`,
    names(call).length > 0 && `const { ${names(call).join(', ')} } = process.env;\n`,
    `const response = await fetch(${text(url)}, {`,
    method !== 'GET' && `  method: '${method}',`,
    '  headers: {',
    ...headers.map(([name, value]) => `    ${/^\w+$/.test(name) ? name : `'${name}'`}: ${text(value)},`),
    '  },',
    body !== null && `  body: JSON.stringify(${indented(inTypescript(pretty(body)), 2)}),`,
    '});',
    call.isDownload
      ? `await writeFile('${fileOf(call)}', Buffer.from(await response.arrayBuffer()));`
      : 'console.log(response.status, await response.text());',
  );
}

function python(call: ExampleCall): string {
  const { method, url, headers, body } = call;
  const text = interpolated({
    plain: (said) => `"${said}"`,
    mixed: (said) => `f"${said}"`,
    variable: (name) => `{${name}}`,
  });
  return lines(
    `import ${body === null ? 'os' : 'json, os'}`,
    'from urllib.request import Request, urlopen\n',
    ...names(call).map((name) => `${name} = os.environ["${name}"]`),
    names(call).length > 0 && '',
    'request = Request(',
    `    ${text(url)},`,
    method !== 'GET' && `    method="${method}",`,
    '    headers={',
    ...headers.map(([name, value]) => `        "${name}": ${text(value)},`),
    '    },',
    body !== null && `    data=json.dumps(${indented(inPython(pretty(body, 4)), 4)}).encode(),`,
    ')',
    'with urlopen(request) as response:',
    call.isDownload
      ? `    open("${fileOf(call)}", "wb").write(response.read())`
      : '    print(response.status, response.read().decode())',
  );
}

function java(call: ExampleCall): string {
  const { method, url, headers, body } = call;
  const text = joined((name) => name, ' + ');
  return lines(
    'import java.net.URI;',
    'import java.net.http.*;',
    call.isDownload && 'import java.nio.file.Path;',
    '\npublic class Exemplo {',
    '  public static void main(String[] args) throws Exception {',
    ...names(call).map((name) => `    var ${name} = System.getenv("${name}");`),
    body !== null && `    var body = """\n${indented(`\n${pretty(body)}`, 8).slice(1)}""";`,
    `    var request = HttpRequest.newBuilder(URI.create(${text(url)}))`,
    ...headers.map(([name, value]) => `        .header("${name}", ${text(value)})`),
    `        .method("${method}", ${body === null ? 'HttpRequest.BodyPublishers.noBody()' : 'HttpRequest.BodyPublishers.ofString(body)'})`,
    '        .build();',
    `    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.${call.isDownload ? `ofFile(Path.of("${fileOf(call)}"))` : 'ofString()'});`,
    `    System.out.println(response.statusCode()${call.isDownload ? '' : ' + " " + response.body()'});`,
    '  }',
    '}',
  );
}

function php(call: ExampleCall): string {
  const { method, url, headers, body } = call;
  const text = interpolated({
    plain: (said) => `'${said}'`,
    mixed: (said) => `"${said}"`,
    variable: (name) => `{$${name}}`,
  });
  return lines(
    '<?php',
    ...names(call).map((name) => `$${name} = getenv('${name}');`),
    body !== null && `$body = <<<'JSON'\n${pretty(body)}\nJSON;`,
    `$curl = curl_init(${text(url)});`,
    'curl_setopt_array($curl, [',
    '  CURLOPT_RETURNTRANSFER => true,',
    method !== 'GET' && `  CURLOPT_CUSTOMREQUEST => '${method}',`,
    '  CURLOPT_HTTPHEADER => [',
    ...headers.map(([name, value]) => `    ${text([`${name}: `, ...value])},`),
    '  ],',
    body !== null && '  CURLOPT_POSTFIELDS => $body,',
    ']);',
    '$answer = curl_exec($curl);',
    call.isDownload
      ? `file_put_contents('${fileOf(call)}', $answer);`
      : "echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $answer, PHP_EOL;",
  );
}

function csharp(call: ExampleCall): string {
  const { method, url, headers, body } = call;
  const text = joined((name) => name, ' + ');
  const ofBody = 'Content-Type';
  return lines(
    body !== null && 'using System.Text;\n',
    ...names(call).map((name) => `var ${name} = Environment.GetEnvironmentVariable("${name}");`),
    `var request = new HttpRequestMessage(new HttpMethod("${method}"), ${text(url)});`,
    ...headers
      .filter(([name]) => name !== ofBody)
      .map(([name, value]) => `request.Headers.Add("${name}", ${text(value)});`),
    body !== null &&
      `request.Content = new StringContent("""\n${indented(`\n${pretty(body)}`, 4).slice(1)}\n    """, Encoding.UTF8, "application/json");`,
    'var response = await new HttpClient().SendAsync(request);',
    call.isDownload
      ? `await File.WriteAllBytesAsync("${fileOf(call)}", await response.Content.ReadAsByteArrayAsync());`
      : 'Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");',
  );
}

/** A text with variables as parts that are added up, for languages that do that. */
function joined(variable: (name: string) => string, plus: string): (template: Template) => string {
  return (template) =>
    template.map((part) => (typeof part === 'string' ? `"${part}"` : variable(part.name))).join(plus) || '""';
}

function names({ url, headers }: ExampleCall): string[] {
  const all = [url, ...headers.map(([, value]) => value)].flat();
  return [...new Set(all.flatMap((part) => (typeof part === 'string' ? [] : [part.name])))];
}

/** A text with variables as one string, for languages that interpolate. */
function interpolated(marks: {
  plain: (text: string) => string;
  mixed: (text: string) => string;
  variable: (name: string) => string;
}): (template: Template) => string {
  return (template) => {
    const said = template.map((part) => (typeof part === 'string' ? part : marks.variable(part.name))).join('');
    return template.every((part) => typeof part === 'string') ? marks.plain(said) : marks.mixed(said);
  };
}

/** The file name of a download, by the end of its path: `danfe.pdf` for `…/pdf`. */
function fileOf({ url }: ExampleCall): string {
  const [, end = ''] =
    /\/([a-z-]+)(?:\?.*)?$/.exec(url.map((part) => (typeof part === 'string' ? part : 'x')).join('')) ?? [];
  return { xml: 'nota.xml', pdf: 'nota.pdf', danfe: 'danfe.pdf' }[end] ?? 'arquivo';
}

const pretty = (body: string, by = 2): string => JSON.stringify(JSON.parse(body), null, by);

const indented = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`);

/** JSON with unquoted field names, as in TypeScript. At the beginning of a line only a field name is in quotes before a colon. */
const inTypescript = (json: string): string => json.replaceAll(/^( *)"(\w+)":/gm, '$1$2:');

/** JSON as Python writes it; strings stay unchanged. */
function inPython(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (word) =>
    word.startsWith('"') ? word : ({ true: 'True', false: 'False', null: 'None' }[word] ?? word),
  );
}

const lines = (...all: (string | false)[]): string => all.filter((line) => line !== false).join('\n');
