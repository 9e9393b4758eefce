/** In a menu that is longer than the window is tall, shows the entry of this page. */
document.querySelector('.rail [aria-current]')?.scrollIntoView({ block: 'nearest' });
