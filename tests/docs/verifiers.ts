import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A check of a signature by the snippets of docs/webhooks.md; without `now` they use the real clock. */
export type Question = { signature: string; body: string; secret: string; now?: number };

/** Runs the snippet of one language: the programs that it needs, and a program around it that answers each line with true or false. */
export type Verifier = {
  language: string;
  /** The word after the fence in Markdown. */
  fence: string;
  /** Commands that ask each needed program for its version. */
  needs: string[][];
  /** Writes the program into a folder. @returns the command that runs it */
  prepare(folder: string, snippet: string): Promise<string[]>;
};

const run = promisify(execFile);

/** The first program that this machine lacks; undefined if it has all. */
export function missingProgram({ needs }: Verifier): string | undefined {
  const isMissing = ([program = '', ...args]: string[]): boolean => spawnSync(program, args).status !== 0;
  return needs.find(isMissing)?.[0];
}

/** The snippet's answer to each question. */
export async function answersOf(command: string[], questions: Question[]): Promise<boolean[]> {
  const [program = '', ...args] = command;
  const lines = questions.map(({ signature, body, secret, now }) => {
    return [Buffer.from(signature).toString('base64'), Buffer.from(body).toString('base64'), secret, now ?? ''].join(
      '\t',
    );
  });
  const running = run(program, args);
  running.child.stdin?.end(`${lines.join('\n')}\n`);
  const { stdout } = await running;
  return stdout
    .trim()
    .split(/\r?\n/)
    .map((line) => line.toLowerCase() === 'true');
}

const typescript: Verifier = {
  language: 'TypeScript',
  fence: 'ts',
  needs: [[process.execPath, '--version']],
  async prepare(folder, snippet) {
    const file = join(folder, 'receiver.mts');
    await writeFile(
      file,
      `${snippet}
import { readFileSync } from 'node:fs';
for (const line of readFileSync(0, 'utf8').split('\\n').slice(0, -1)) {
  const [signature, body, secret, now] = line.split('\\t');
  const text = Buffer.from(signature!, 'base64').toString();
  console.log(isGenuine(text, Buffer.from(body!, 'base64'), secret!, ...(now ? [Number(now)] : [])));
}
`,
    );
    return [process.execPath, file];
  },
};

const python: Verifier = {
  language: 'Python',
  fence: 'python',
  needs: [['python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 10))']],
  async prepare(folder, snippet) {
    const file = join(folder, 'receiver.py');
    await writeFile(
      file,
      `${snippet}

import base64, sys
for line in sys.stdin:
    signature, body, secret, now = line.rstrip("\\n").split("\\t")
    text = base64.b64decode(signature).decode()
    print(is_genuine(text, base64.b64decode(body), secret, float(now) if now else None))
`,
    );
    return ['python3', file];
  },
};

const php: Verifier = {
  language: 'PHP',
  fence: 'php',
  needs: [['php', '--version']],
  async prepare(folder, snippet) {
    const file = join(folder, 'receiver.php');
    await writeFile(
      file,
      `${snippet}
while (($line = fgets(STDIN)) !== false) {
    [$signature, $body, $secret, $now] = explode("\\t", rtrim($line, "\\n"));
    $genuine = isGenuine(base64_decode($signature), base64_decode($body), $secret, $now === '' ? null : (int) $now);
    echo $genuine ? "true\\n" : "false\\n";
}
`,
    );
    return ['php', file];
  },
};

const csharp: Verifier = {
  language: 'C#',
  fence: 'csharp',
  needs: [
    ['mcs', '--version'],
    ['mono', '--version'],
  ],
  async prepare(folder, snippet) {
    const [file, program] = [join(folder, 'Receiver.cs'), join(folder, 'receiver.exe')];
    await writeFile(
      file,
      `${snippet}
static class Receiver
{
    static void Main()
    {
        string line;
        while ((line = Console.ReadLine()) != null)
        {
            var parts = line.Split('\\t');
            var now = parts[3] == "" ? (DateTimeOffset?)null : DateTimeOffset.FromUnixTimeSeconds(long.Parse(parts[3]));
            var text = Encoding.UTF8.GetString(Convert.FromBase64String(parts[0]));
            Console.WriteLine(LavraWebhook.IsGenuine(text, Convert.FromBase64String(parts[1]), parts[2], now));
        }
    }
}
`,
    );
    await run('mcs', [`-out:${program}`, file]);
    return ['mono', program];
  },
};

const java: Verifier = {
  language: 'Java',
  fence: 'java',
  needs: [['javac', '--version']],
  async prepare(folder, snippet) {
    const receiver = `
class Receiver {
    public static void main(String[] args) throws Exception {
        var lines = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
        for (String line; (line = lines.readLine()) != null; ) {
            String[] parts = line.split("\\t", -1);
            var now = parts[3].isEmpty() ? Instant.now() : Instant.ofEpochSecond(Long.parseLong(parts[3]));
            var decoder = java.util.Base64.getDecoder();
            var text = new String(decoder.decode(parts[0]), StandardCharsets.UTF_8);
            System.out.println(LavraWebhook.isGenuine(text, decoder.decode(parts[1]), parts[2], now));
        }
    }
}
`;
    const file = join(folder, 'LavraWebhook.java');
    await writeFile(file, `${snippet}${receiver}`);
    await run('javac', ['-d', folder, file]);
    return ['java', '-cp', folder, 'Receiver'];
  },
};

export const verifiers = [typescript, python, php, csharp, java];
