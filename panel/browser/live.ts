import { pageOf, say } from './page-of.ts';
import { refresh } from './refresh.ts';

/** The pause before a lost connection is tried again doubles with each failure, up to `mostMs`. */
const pause = { firstMs: 500, mostMs: 15_000 };

let source: EventSource | null = null;
let timer: number | undefined;
let failures = 0;
let isAsking = false;
let isOutdated = false;

/** The address that tells of changes of this page; it is another one for each state that the page shows. */
function addressOfStream(): string | null {
  return document.querySelector('main')?.getAttribute('data-live') ?? null;
}

/** Connects while the page is visible: a browser has six connections for a host. What a hidden page misses it learns when it is shown again. */
function follow(): void {
  clearTimeout(timer);
  const address = addressOfStream();
  if (source || document.hidden || address === null) return;
  source = new EventSource(address);
  source.addEventListener('open', () => {
    failures = 0;
    say(null);
  });
  source.addEventListener('mudou', () => void askAgain());
  source.addEventListener('error', () => {
    leave();
    retry();
  });
}

function leave(): void {
  source?.close();
  source = null;
}

function retry(): void {
  failures += 1;
  // A server that restarts is back at once: a first failure is not worth a message.
  if (failures > 1) void findOut();
  timer = setTimeout(follow, Math.min(pause.firstMs * 2 ** failures, pause.mostMs));
}

async function findOut(): Promise<void> {
  const page = await pageOf(location.href).catch(() => undefined);
  if (failures === 0) return;
  if (page === null) say('Sua sessão acabou, ou o painel está voltando. Abra a página de novo para entrar.');
  else say('Sem conexão, tentando…');
}

async function askAgain(): Promise<void> {
  if (isAsking) {
    isOutdated = true;
    return;
  }
  isAsking = true;
  try {
    await refresh();
  } catch {
    // Without a connection the stream has failed, too: trying it again brings the message, and then what changed.
    leave();
    retry();
  } finally {
    isAsking = false;
  }
  if (isOutdated) {
    isOutdated = false;
    await askAgain();
  }
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) leave();
  else follow();
});
addEventListener('pagehide', leave);
addEventListener('pageshow', follow);
addEventListener('online', follow);
follow();
