const aboutMessage = new Set([
  103, 105, 106, 108, 109, 113, 114, 214, 215, 225, 238, 239, 242, 243, 280, 281, 282, 283, 284, 285, 286, 402, 404,
  409, 410, 411, 416, 452, 516, 517, 565, 568, 587, 588, 656, 764, 765, 776, 999,
]);

/** Whether a code is about the message as a whole, and not about one note or event in it. */
export function isAboutMessage(cStat: number): boolean {
  return aboutMessage.has(cStat);
}
