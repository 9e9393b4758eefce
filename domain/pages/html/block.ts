import type { Markup } from './markup.ts';

/** What a block puts on the sheet; `rules`, `hairlines` and the areas of `shades` are SVG path data in centimetres. */
export type Drawing = { content: Markup[]; rules: string; hairlines: string; shades?: string };

/** A part of the sheet over its whole print width, of known height, that can be drawn at any height. */
export type Block = { heightCm: number; draw: (topCm: number) => Drawing };

/** Blocks one under the other. */
export function stack(blocks: readonly Block[]): Block {
  return {
    heightCm: blocks.reduce((height, block) => height + block.heightCm, 0),
    draw(topCm) {
      let top = topCm;
      return merged(
        blocks.map((block) => {
          const drawing = block.draw(top);
          top += block.heightCm;
          return drawing;
        }),
      );
    },
  };
}

/** Merges drawings of the same sheet into one. */
export function merged(drawings: readonly Drawing[]): Drawing {
  return {
    content: drawings.flatMap(({ content }) => content),
    rules: drawings.map(({ rules }) => rules).join(''),
    hairlines: drawings.map(({ hairlines }) => hairlines).join(''),
    shades: drawings.map(({ shades = '' }) => shades).join(''),
  };
}
