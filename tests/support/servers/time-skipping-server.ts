import { chmod, readdir, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { cached } from '../../../machine/cache.ts';
import { command } from '../../../machine/command.ts';
import { exists, namedProgram, findProgram } from '../../../machine/files.ts';
import { firstThatWorks, type Log, withProgress } from '../../../machine/first-that-works.ts';
import { type LocalSettings, localSettings } from '../../../local/settings.ts';
import { downloadedServer } from '../../../local/temporal/executable.ts';

const version = '1.38.0';
const artifact = { groupId: 'io.temporal', artifactId: 'temporal-test-server' };
const mainClass = 'io.temporal.testserver.TestServer';
const windows = platform() === 'win32';
const file = windows ? 'temporal-test-server.cmd' : 'temporal-test-server';
const mavenGivesUpMs = 180_000;

const lastWord = 'Indique o servidor de testes do Temporal com TEMPORAL_TEST_SERVER, ou instale Java e Maven.';

/** Path of the server in which workflow timers pass without waiting: found, downloaded, or run by Java through a script. */
export function timeSkippingServer(settings: LocalSettings = localSettings(), log: Log = () => {}): Promise<string> {
  const folder = join(settings.cache, `temporal-test-server-${version}`);
  return firstThatWorks(
    'Servidor de testes do Temporal',
    [
      () => namedProgram('TEMPORAL_TEST_SERVER', settings.timeSkippingServer),
      async () => ((await exists(folder)) ? join(folder, file) : undefined),
      () => downloaded(folder, settings, log),
      () => fromMaven(folder, settings, log),
    ],
    lastWord,
    log,
  );
}

async function downloaded(folder: string, settings: LocalSettings, log: Log): Promise<string | undefined> {
  if (windows) return undefined;
  const name = 'Servidor de testes do Temporal';
  return downloadedServer('temporal-test-server', { folder, file }, { name, settings, log });
}

async function fromMaven(folder: string, settings: LocalSettings, log: Log): Promise<string | undefined> {
  const [java, maven] = await Promise.all(['java', 'mvn'].map((name) => findProgram([name], settings.searchPath)));
  if (java === undefined || maven === undefined) return undefined;
  const assemble = (staging: string) => async (): Promise<void> => {
    await writeFile(join(staging, 'pom.xml'), projectOf(artifact));
    const copy = ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib', '-DincludeScope=runtime'];
    await command(maven, copy, { cwd: staging, env: settings.inherited, timeoutMs: mavenGivesUpMs });
    if ((await readdir(join(staging, 'lib'))).length === 0) throw new Error('o Maven não trouxe nenhum arquivo');
    await writeFile(join(staging, file), windows ? commandScript : shellScript);
    await chmod(join(staging, file), 0o755);
  };
  const says = 'Servidor de testes do Temporal: buscando com o Maven';
  await cached(folder, (staging) => withProgress(says, log, assemble(staging)));
  return join(folder, file);
}

/** The SDK passes port and options of another kind of server; this one takes the port alone. */
const shellScript = `#!/bin/sh
exec java -cp "$(dirname "$0")/lib/*" ${mainClass} "$1"
`;

const commandScript = `@java -cp "%~dp0lib\\*" ${mainClass} %1\r\n`;

function projectOf({ groupId, artifactId }: typeof artifact): string {
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>lavra</groupId><artifactId>time-skipping-server</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId><version>${version}</version>
  </dependency></dependencies>
</project>
`;
}
