type CodeSet = 'A' | 'C';
export type DecodedBars = { text: string; sets: CodeSet[]; check: number };

/** Widths of the six bars and spaces of symbols 0 to 105 (ISO/IEC 15417, table 1). */
const patterns = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 ' +
  '223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 ' +
  '112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 ' +
  '311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 ' +
  '122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 ' +
  '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'
).split(' ');
const stop = '2331112';

/** Reads the bars of a Code 128 as a scanner does, from the table alone, with its check symbol verified. Knows sets A and C. */
export function decodeCode128(widths: readonly number[]): DecodedBars {
  const run = widths.join('');
  if (!run.endsWith(stop)) throw new Error('No stop pattern');
  const values = (run.slice(0, -stop.length).match(/.{6}/g) ?? []).map((pattern) => patterns.indexOf(pattern));
  if (values.includes(-1)) throw new Error('Not a symbol of the table');
  const check = values.pop() ?? -1;
  const [start = -1, ...data] = values;
  const weighted = data.reduce((sum, value, index) => sum + value * (index + 1), start);
  if (weighted % 103 !== check) throw new Error('The check symbol is wrong');
  return { ...read(start, data), check };
}

function read(start: number, data: readonly number[]): { text: string; sets: CodeSet[] } {
  if (start !== 103 && start !== 105) throw new Error('Starts in a set that is not read here');
  const sets: CodeSet[] = [start === 105 ? 'C' : 'A'];
  let text = '';
  for (const value of data) {
    const set = sets.at(-1);
    if (set === 'C' && value === 101) sets.push('A');
    else if (set === 'A' && value === 99) sets.push('C');
    else text += set === 'C' ? String(value).padStart(2, '0') : String.fromCharCode(value + 32);
  }
  return { text, sets };
}
