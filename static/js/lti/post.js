// The answer to a learning platform goes by itself; without a script the button sends it.
document.querySelector("form[data-posts-itself]")?.submit();
