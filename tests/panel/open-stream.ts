import type { Browser } from './panel-fixture.ts';

/** Opens a stream of the panel's events, as a page does. */
export async function openStream(url: string, { cookie }: Pick<Browser, 'cookie'>, path: string) {
  const gone = new AbortController();
  const answer = await fetch(url + path, {
    headers: { cookie: cookie ?? '', 'sec-fetch-dest': 'empty' },
    signal: gone.signal,
  });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  return {
    status: answer.status,
    headers: answer.headers,
    next: async () => (await reader.read()).value,
    async ended() {
      for (;;) if ((await reader.read()).done) return;
    },
    cancel: async () => {
      await reader.cancel();
      gone.abort();
    },
  };
}
