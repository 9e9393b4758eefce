import { message } from '../machine/command.ts';
import { untilAskedToEnd } from '../machine/signals.ts';
import { distributionWaitSeconds } from './product-environment.ts';
import { localSettings } from './settings.ts';
import { demoPerson } from './demo/provision.ts';
import { startStack } from './stack.ts';

const help = `npm start: sobe o Lavra inteiro nesta máquina e o mantém no ar até Ctrl-C.

  npm start -- --strict-ports    recusa uma porta usual ocupada, em vez de usar outra livre

PostgreSQL, Temporal com a sua interface, a autoridade simulada, API, painel e worker, com duas empresas de demonstração em
homologação, a que vende e a que compra dela, e um escritório de contabilidade com duas empresas em produção na
autoridade simulada: a padaria deixa o escritório emitir, a oficina não. O estado fica em .lavra/, fechado aos outros
usuários, e sobrevive a reinícios; .lavra/running.json diz os endereços enquanto tudo responde, e .lavra/mail guarda os
e-mails, que ninguém recebe.

  LAVRA_API_PORT                 porta da API (3000)
  LAVRA_PANEL_PORT               porta do painel (3001)
  LAVRA_POSTGRES_PORT            porta do PostgreSQL (54329)
  LAVRA_TEMPORAL_PORT            porta do Temporal (7233)
  LAVRA_TEMPORAL_UI_PORT         porta da interface do Temporal (8233)
  LAVRA_SIMULATOR_PORT           porta da autoridade simulada (9443)
  LAVRA_SIMULATOR_CONTROL_PORT   porta de controle do simulador (9444)
  LAVRA_METRICS_PORT             porta das métricas do worker (9464)
  LAVRA_API_METRICS_PORT         porta das métricas da API (9465)
  LAVRA_PANEL_METRICS_PORT       porta das métricas do painel (9466)
  LAVRA_HOME                     pasta do estado (.lavra)
  DATABASE_URL                   um PostgreSQL existente, em vez do embutido
  DATABASE_API_URL               o mesmo banco pelo usuário da API (o de DATABASE_URL)
  DATABASE_PANEL_URL             o mesmo banco pelo usuário do painel (o de DATABASE_URL)
  DATABASE_WORKER_URL            o mesmo banco pelo usuário do worker (o de DATABASE_URL)
  TEMPORAL_ADDRESS               um Temporal existente, em vez do local
  TEMPORAL_CLI                   o programa "temporal" a usar
  PUPPETEER_EXECUTABLE_PATH      o navegador a usar
  LAVRA_SCHEMAS                  a pasta do pacote de esquemas XSD a usar
`;

const strictPorts = '--strict-ports';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    print(help);
    return 0;
  }
  const unknown = process.argv.slice(2).find((argument) => argument !== strictPorts);
  if (unknown !== undefined) throw new Error(`Opção desconhecida: ${unknown}. Veja "npm start -- --help".`);
  const settings = { ...localSettings(), strictPorts: process.argv.includes(strictPorts) };
  const asked = untilAskedToEnd(settings.underNpm);
  const stack = await Promise.race([startStack(settings, print), asked]);
  // Nothing is complete yet: the services that were started end with this process.
  if (stack === 'asked') return 130;
  const { api, docs, panel, temporalUi, simulator, mail, companyKey, buyerKey, officeKey } = stack.running;
  print(`
Lavra no ar. Ctrl-C encerra.

  API            ${api}
  Documentação   ${docs}
  Painel         ${panel} (${demoPerson.email})
  Temporal       ${temporalUi || settings.temporalAddress}
  Simulador      ${simulator}
  Chave da demo  ${companyKey}
  Da compradora  ${buyerKey}
  Do escritório  ${officeKey}
  E-mails        ${mail}

Documentos recebidos: o simulador pede ${distributionWaitSeconds} s entre consultas sem novidades; a autoridade real, uma hora.
`);
  const reason = await Promise.race([asked, stack.broken.catch((error: unknown) => message(error))]);
  print(reason === 'asked' ? 'Encerrando.' : reason);
  await stack.stop();
  return reason === 'asked' ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${message(error)}\n`);
    process.exit(1);
  },
);
