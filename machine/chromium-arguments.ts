/**
 * What the browser is told at launch: no windows, no background traffic, glyphs where the font puts them. Not the npm
 * package's own list, which puts everything into one process, so that one page's crash would be every page's.
 */
export function chromiumArguments(): string[] {
  return [
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--font-render-hinting=none',
    '--hide-scrollbars',
    '--no-pings',
    '--mute-audio',
    // The sandbox needs user namespaces, which root and most containers have not; what is drawn is our own HTML.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
}
