"""How does a report look on a screen, on a phone, in the dark and on paper?

One style sheet, written into every page, so that it needs no other file. Nothing is wider than the
window: wide tables scroll in their own box. Paper is always light.
"""

from __future__ import annotations

INK, MUTED, ACCENT = "ink", "muted", "accent"
SURFACE, PAGE = "surface", "page"

LIGHT = {
    PAGE: "#f6f4ef",
    SURFACE: "#ffffff",
    INK: "#1d2127",
    MUTED: "#59616b",
    ACCENT: "#0b5cad",
    "rule": "#dcd8cf",
    "shade": "#1d212733",
    "note": "#fdf3d8",
    "note-rule": "#c98a04",
    "chart-grid": "#e3e0d8",
    "chart-1": "#0b5cad",
    "chart-2": "#b3450b",
    "chart-3": "#0a6e58",
    "chart-4": "#8038a8",
    "chart-5": "#a5174a",
    "chart-6": "#6b5a00",
}
DARK = {
    PAGE: "#12151a",
    SURFACE: "#1b2027",
    INK: "#e8eaee",
    MUTED: "#a6b0bc",
    ACCENT: "#7db8ff",
    "rule": "#343c47",
    "shade": "#000000a6",
    "note": "#2d2716",
    "note-rule": "#d9a52b",
    "chart-grid": "#303843",
    "chart-1": "#6fb1ff",
    "chart-2": "#ff9f5c",
    "chart-3": "#54d3ab",
    "chart-4": "#cfa1ff",
    "chart-5": "#ff93ae",
    "chart-6": "#d8cb62",
}

_SHEET = """
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--page);color:var(--ink);
font:400 1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
overflow-wrap:break-word;
--chart-paper:var(--surface);--chart-ink:var(--ink);--chart-muted:var(--muted)}
.sheet{max-width:80rem;margin:0 auto;padding:0 clamp(1rem,3vw,2.5rem) 3rem}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;top:1rem;padding:.5rem 1rem;background:var(--surface);color:var(--accent);z-index:2}
header{padding:clamp(1.75rem,5vw,3.5rem) 0 1.25rem;border-bottom:3px solid var(--accent)}
h1,h2,h3,h4{line-height:1.2;text-wrap:balance;font-weight:680;letter-spacing:-.012em}
h1{margin:0;font-size:clamp(1.75rem,1.2rem + 2.4vw,2.75rem);letter-spacing:-.022em}
h2{margin:0 0 1rem;font-size:clamp(1.3rem,1.15rem + .8vw,1.65rem)}
h3{margin:2rem 0 .75rem;font-size:1.16rem}
h4{margin:1.5rem 0 .5rem;font-size:1rem}
p,ul,ol,.note{max-width:44rem;margin:0 0 1rem;text-wrap:pretty}
.lead{margin:.75rem 0 0;font-size:1.1rem;color:var(--muted)}
li{margin:.2rem 0;padding-left:.2rem}
li::marker{color:var(--muted);font-variant-numeric:tabular-nums}
a{color:var(--accent)}
a:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
nav{margin:1.5rem 0 0;font-size:.94rem}
nav h2{margin:0 0 .5rem;font-size:.8rem;letter-spacing:.06em;text-transform:uppercase;color:var(--muted)}
nav ul{list-style:none;max-width:none;margin:0;padding:0}
nav>ul{columns:14rem}
nav li{break-inside:avoid}
nav ul ul{padding-left:1rem}
nav li{padding:0}
nav a{display:inline-block;padding:.15rem 0;text-decoration:none}
nav a:hover{text-decoration:underline}
main>section{padding-top:2.5rem}
main>section+section{margin-top:2.5rem;border-top:1px solid var(--rule)}
.note{padding:.7rem 1rem;background:var(--note);border-left:4px solid var(--note-rule);
border-radius:0 .4rem .4rem 0}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,9.5rem),1fr));gap:.75rem;
margin:0 0 1.5rem}
.facts>div{display:flex;flex-direction:column;padding:.8rem 1rem .9rem;background:var(--surface);
border:1px solid var(--rule);border-radius:.6rem}
.facts dt{color:var(--muted);font-size:.88rem;line-height:1.35}
.facts dd{margin:0}
.facts .value{font-size:clamp(1.25rem,1rem + 1.2vw,1.7rem);line-height:1.3;font-weight:650;
letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.facts .kind{font-size:.84rem;line-height:1.4;color:var(--muted)}
pre{margin:0 0 1.25rem;padding:.9rem 1.1rem;max-width:100%;width:fit-content;background:var(--surface);
border:1px solid var(--rule);border-radius:.6rem;
font:.84rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
figure{display:flex;flex-wrap:wrap;align-items:flex-start;align-content:flex-start;gap:1rem 1.5rem;
margin:0 0 1.75rem;
padding:1rem clamp(.75rem,2vw,1.25rem) 1.1rem;background:var(--surface);border:1px solid var(--rule);
border-radius:.6rem}
figcaption{flex:1 1 100%;min-width:0;color:var(--muted);font-size:.94rem;line-height:1.5}
figcaption b{color:var(--ink)}
.chart{flex:1 1 100%;min-width:0;max-width:46rem;container-type:inline-size}
.slim .chart{flex:1 1 36rem}
.chart svg{display:block;width:100%;max-width:100%;height:auto}
.chart .wide,.chart .narrow{margin:-8px}
.chart .picture svg{width:auto;margin:0 auto}
.chart .narrow{display:none}
@container (max-width:29rem){.chart .wide{display:none}.chart .narrow{display:block}}
.numbers{flex:1 1 100%;min-width:0}
.slim .numbers{flex:1 1 15rem}
figure .scroll{max-height:29rem}
.beside{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:1.25rem;
margin:0 0 1.75rem}
.beside figure{margin:0}
.table{margin:0 0 1.75rem}
.caption{margin:0 0 .4rem;font-weight:600}
.scroll{overflow:auto;max-width:100%;width:fit-content;border:1px solid var(--rule);border-radius:.4rem;
background:linear-gradient(90deg,var(--surface) 40%,transparent) 0 0/3rem 100% local no-repeat,
linear-gradient(270deg,var(--surface) 40%,transparent) 100% 0/3rem 100% local no-repeat,
linear-gradient(90deg,var(--shade),transparent) 0 0/.8rem 100% no-repeat,
linear-gradient(270deg,var(--shade),transparent) 100% 0/.8rem 100% no-repeat,var(--surface)}
.slim .scroll{width:auto}
.slim th,.slim td{padding-left:.6rem;padding-right:.6rem}
.table .scroll{border-radius:.6rem}
table{border-collapse:separate;border-spacing:0;min-width:100%;font-size:.9rem;line-height:1.4;
font-variant-numeric:tabular-nums lining-nums}
th,td{padding:.38rem .8rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule);
overflow-wrap:normal}
tbody tr:last-child>*{border-bottom:0}
thead th{position:sticky;top:0;z-index:1;background:var(--surface);vertical-align:bottom;font-weight:650;
border-bottom:2px solid var(--rule)}
tbody th{font-weight:500}
tbody tr:hover>*{background:color-mix(in srgb,var(--accent) 8%,transparent)}
.n{text-align:right}
tbody .n{white-space:nowrap}
.long{min-width:10.5rem;overflow-wrap:anywhere}
.option{white-space:nowrap}
footer{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--rule);color:var(--muted);font-size:.86rem}
@media screen and (min-width:75rem){
nav>ul{columns:auto}
.columns{display:grid;grid-template-columns:11.5rem minmax(0,1fr);gap:0 2.5rem;align-items:start}
nav{position:sticky;top:1.5rem;margin-top:2.5rem;max-height:calc(100vh - 3rem);overflow:auto}}
@media print{
@page{margin:16mm 14mm}
html{font-size:10pt}
body{line-height:1.45;--page:#fff}
.sheet{max-width:none;padding:0}
.skip,nav{display:none}
header{padding-top:0}
main>section{padding-top:1.25rem}
main>section+section{margin-top:1.25rem}
h1,h2,h3,h4,.caption,thead{break-after:avoid}
p,li{orphans:3;widows:3}
.note,pre,.chart,.facts>div,tr{break-inside:avoid}
figure{display:block;padding:0;border:0}
figure.short,.beside figure{break-inside:avoid}
figcaption{margin-bottom:.5rem;break-after:avoid}
.chart{max-width:15cm;margin-bottom:.5rem;container-type:normal}
.chart .wide{display:block!important}
.chart .narrow{display:none!important}
.scroll,figure .scroll,.slim .scroll{overflow:visible;background:none;max-height:none;width:fit-content}
thead{display:table-header-group}
thead th{position:static}
th,td{padding:.2rem .6rem}
pre{white-space:pre-wrap;overflow:visible}
.note,.chart{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
"""


def style_sheet() -> str:
    """Return the style sheet of a page; it has no characters that HTML would have to escape."""
    dark = f"@media screen and (prefers-color-scheme:dark){{:root{{{_properties(DARK)}}}}}"
    return f":root{{color-scheme:light dark;{_properties(LIGHT)}}}\n{dark}{_SHEET}"


def _properties(colours: dict[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in colours.items())
