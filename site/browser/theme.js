/* global document, localStorage, navigator */

/** Sets the theme before anything is painted: the one that the reader chose, else that of the system. */
try {
  const theme = localStorage.getItem('lavra-theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // without storage the system's theme applies
}
document.documentElement.dataset.script = 'on';
if (navigator.clipboard) document.documentElement.dataset.copy = 'on';
