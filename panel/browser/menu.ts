/** Of a menu that is longer than the window is tall, the part is shown in which the page stands. */
document.querySelector('.rail [aria-current]')?.scrollIntoView({ block: 'nearest' });
