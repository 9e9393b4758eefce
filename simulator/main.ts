import { Command, InvalidArgumentError, Option } from 'commander';
import { startSimulator } from './index.ts';
import { simulatorSettings } from './settings.ts';

const settings = simulatorSettings();
const port = (text: string): number => Number(text);
const seconds = (text: string): number => {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0)) throw new InvalidArgumentError('informe um número de segundos.');
  return value;
};

const titles: Record<string, string> = { 'Usage:': 'Uso:', 'Options:': 'Opções:' };

const program = new Command('simulator')
  .description(
    'Autoridade fiscal simulada: NF-e e NFC-e 4.00 por SOAP 1.2 e NFS-e nacional por REST, com TLS mútuo, as regras e os códigos reais',
  )
  .usage('[opções]')
  .helpOption('-h, --help', 'mostra esta ajuda')
  .configureHelp({
    styleTitle: (title) => titles[title] ?? title,
    styleOptionDescription: (description) => description.replace('(default: ', '(padrão: '),
  })
  .addOption(new Option('--port <porta>', 'porta da autoridade (TLS)').argParser(port).default(settings.port))
  .addOption(
    new Option('--control-port <porta>', 'porta da API de controle (HTTP)')
      .argParser(port)
      .default(settings.controlPort),
  )
  .option('--control-host <endereço>', 'interface da API de controle', '127.0.0.1')
  .addOption(
    new Option('--state <pasta>', 'pasta dos certificados e do que foi registrado').default(
      settings.state,
      '.lavra/simulator',
    ),
  )
  .option('--schemas <pasta>', 'pasta dos esquemas oficiais (XSD)')
  .addOption(
    new Option(
      '--accept-late-cancellation',
      'registra cancelamento fora do prazo (155) em vez de recusar (501)',
    ).default(false, 'não'),
  )
  .addOption(
    new Option('--distribution-wait <segundos>', 'a hora da distribuição de documentos, em segundos')
      .argParser(seconds)
      .default(settings.distributionWaitSeconds),
  )
  .option('--no-issuer-distribution', 'o ADN não devolve ao emitente as NFS-e que ele mesmo emitiu')
  .showHelpAfterError();

type Options = {
  port: number;
  controlPort: number;
  controlHost: string;
  state: string;
  schemas?: string;
  acceptLateCancellation: boolean;
  distributionWait: number;
  issuerDistribution: boolean;
};

try {
  const { schemas, acceptLateCancellation, distributionWait, issuerDistribution, ...options } = program
    .parse()
    .opts<Options>();
  const simulator = await startSimulator({
    ...options,
    schemas: schemas === undefined ? settings.schemas : [schemas],
    acceptsLateCancellation: acceptLateCancellation,
    distributionWaitSeconds: distributionWait,
    distributesToIssuer: issuerDistribution,
    complain: (error) => process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close());
  process.stdout.write(
    `autoridade simulada em https://localhost:${simulator.port}, ` +
      `controle em http://localhost:${simulator.controlPort}, certificados em ${options.state}/ca.pem\n`,
  );
} catch (error) {
  process.stderr.write(`${inWords(error)}\n`);
  process.exitCode = 1;
}

function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error) || error.code !== 'EADDRINUSE') return error.message;
  return (
    `${error.message}\nA porta está ocupada: mude com --port (LAVRA_SIMULATOR_PORT) ` +
    'ou --control-port (LAVRA_SIMULATOR_CONTROL_PORT).'
  );
}
