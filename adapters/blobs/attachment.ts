/**
 * A `Content-Disposition` that saves under this name: as it is for programs that know RFC 6266, and without its accents for others.
 * Characters that RFC 8187 §3.2.1 has escaped, and that JavaScript leaves, are escaped, too.
 */
export function attachment(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
