import { readXml } from '../../../../domain/xml/reader.ts';

/** A Code 128 on a sheet: widths of its bars and spaces in modules; place and size in centimetres. */
export type PrintedBars = { widths: number[]; leftCm: number; topCm: number; widthCm: number; heightCm: number };

/** The barcodes of the first sheet, in the document's order. */
export function barsOf(html: string): PrintedBars[] {
  const [first = ''] = html.split('</section>');
  return (first.match(/<svg class="bars".*?<\/svg>/gs) ?? []).map(read);
}

/** Reads the bars of an SVG, which stand side by side or one below the other. */
function read(svg: string): PrintedBars {
  const { attributes, children } = readXml(svg);
  const [, , across = 0, down = 0] = (attributes['viewBox'] ?? '').split(' ').map(Number);
  const modules = Math.max(across, down);
  const bars = [...(children[0]?.attributes['d'] ?? '').matchAll(/M(?:0 )?(\d+)(?: 0h|h1v)(\d+)/g)].map(
    ([, from, width]) => [Number(from), Number(width)] as const,
  );
  const widths = bars
    .flatMap(([from, width], index) => [width, (bars[index + 1]?.[0] ?? modules) - from - width])
    .slice(0, -1);
  const cm = (name: string) => Number(new RegExp(`${name}:([\\d.]+)cm`).exec(attributes['style'] ?? '')?.[1]);
  return { widths, leftCm: cm('left'), topCm: cm('top'), widthCm: cm('width'), heightCm: cm('height') };
}
