import { pageOf, say } from './page-of.ts';
import { refresh } from './refresh.ts';

/** Between two tries of a connection that was lost: longer each time. */
const pause = { firstMs: 500, mostMs: 15_000 };

let source: EventSource | null = null;
let timer: number | undefined;
let failures = 0;
let isAsking = false;
let isOutdated = false;

/** Where this page is told that it has changed; with each state that is shown it is another address. */
function addressOfStream(): string | null {
  return document.querySelector('main')?.getAttribute('data-live') ?? null;
}

/** A page that nobody sees holds no connection: of those a browser has six for a host. What it misses, it is told when it is seen again. */
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
  // A server that starts again is back at once: nobody has to read of that.
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
    // Whoever has no connection is told so by the stream, and behind it again of what changed.
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
